import type { Translate } from '../../language/language.ts'
import { formatTime } from '../../platform/clock.ts'
import type { ExportJob } from './export-job.ts'

/**
 * The list of an export's files: who ordered it, the note, and of each channel the file with its SHA-256, or why there is
 * none. `sha256sum -c` reads its lines of hash and name.
 */
export function exportListText(t: Translate<'recordings'>, job: ExportJob): string {
  const line = (label: string, value: string) => `${label}: ${value.replace(/\s*\n\s*/g, ' / ')}`
  const span = (fromMs: number, toMs: number) => `${formatTime(fromMs)} – ${formatTime(toMs)}`
  const parts = job.parts.map((part) => {
    const head = line(t('export.channel'), `${part.name} (${part.sn}, ${part.chnId})`)
    if (part.state !== 'done') return [head, line(t('export.failed'), part.failure ?? ''), '']
    return [
      head,
      line(t('export.recorded'), span(part.fileFromMs ?? job.fromMs, part.fileToMs ?? job.toMs)),
      line(t('export.size'), `${part.size ?? 0} B`),
      `${part.sha256}  ${part.fileName}`,
      '',
    ]
  })
  return [
    t('export.listTitle'),
    line(t('export.ordered'), formatTime(job.orderedMs)),
    line(t('export.operator'), job.operator),
    line(t('export.span'), span(job.fromMs, job.toMs)),
    line(t('export.note'), job.note),
    '',
    ...parts.flat(),
  ].join('\n')
}
