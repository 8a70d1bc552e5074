import { setTimeout as delay } from 'node:timers/promises'
import type { DataOut } from '@backlot/contract/call'
import { controlStatus } from '@backlot/contract/control/calls'
import { durationText } from '@backlot/contract/control/duration'
import type { TimelineProgress } from '@backlot/contract/control/timeline-progress'
import { formatDateTime } from '@backlot/contract/time'
import { Command } from 'commander'
import { controlCall } from '../control-client.ts'
import { type ControlOptions, print, targetOf, withControl } from '../output.ts'
import { noteLine, verdictLine } from '../scenario/run-lines.ts'
import { spanOf } from '../spans.ts'
import { UserError } from '../user-error.ts'

function timelineLines(timeline: TimelineProgress | null): string[] {
  if (!timeline) return []
  const { scenario, state, passedMs, begun, entries, open, held, failed, skipped, notes, verdicts } = timeline
  const counts = `${held} held, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  const waited = open > 0 ? `, ${open} waited for` : ''
  return [
    `timeline ${scenario} ${state}, ${durationText(Math.floor(passedMs / 1000) * 1000)}: ${begun} of ${entries} entries${waited}; ${counts}`,
    ...notes.slice(-1).map(noteLine),
    ...verdicts.filter(({ outcome }) => outcome === 'failed').map(verdictLine),
  ]
}

function archiveLines(archive: DataOut<typeof controlStatus>['archive']): string[] {
  if (!archive) return []
  const { address, state, reason, waiting, lagSeconds } = archive
  const behind = waiting > 0 ? `, ${waiting} rows wait since ${Math.round(lagSeconds)} s` : ''
  return [`archive  ${address} ${state}${reason === null ? '' : ` (${reason})`}${behind}`]
}

const ASK_EVERY_MS = 200
const ANSWERS_WITHIN_MS = 5000

/** Waits until a simulator is healthy; its control file may appear meanwhile. Rejects with the last problem. */
async function waitReady(options: ControlOptions, span: string): Promise<void> {
  const atMostMs = spanOf('--wait-ready', span, { minMs: 1, maxMs: 3_600_000, said: 'at most 1h' })
  const untilMs = performance.now() + atMostMs
  for (;;) {
    const why = await troubleOf(options)
    if (why === undefined) return
    if (performance.now() >= untilMs) throw new UserError(`Not ready within ${span}: ${why}.`)
    await delay(ASK_EVERY_MS)
  }
}

async function troubleOf(options: ControlOptions): Promise<string | undefined> {
  try {
    // Read again each time: the file of a simulator that is starting may be half written.
    const { url } = targetOf(options)
    const answer = await fetch(new URL('/healthz', url), { signal: AbortSignal.timeout(ANSWERS_WITHIN_MS) })
    return answer.ok ? undefined : `${url}/healthz answers ${answer.status}`
  } catch (error) {
    const { cause, message } = error as Error
    return (cause instanceof Error ? cause.message : message).replace(/\.$/, '')
  }
}

export function statusCommand(): Command {
  return withControl(new Command('status').description('show the state of the running simulator'))
    .option('--wait-ready <span>', 'wait at most this long for an answer: 30s, 2m')
    .addHelpText(
      'after',
      '\nExamples:\n  $ backlot status\n  $ backlot status --json --control http://127.0.0.1:8080\n  $ backlot status --wait-ready 60s',
    )
    .action(async (options: ControlOptions & { waitReady?: string }) => {
      if (options.waitReady !== undefined) await waitReady(options, options.waitReady)
      const s = await controlCall(targetOf(options), controlStatus)
      print(options, s, () => [
        `seed ${s.seed}   world ${s.worldVersion}   up ${Math.round(s.uptimeMs / 1000)} s`,
        `clock    ${formatDateTime(s.clock.nowMs, s.clock.zoneMinutes)}  ×${s.clock.rate}  epoch ${s.clock.epoch}`,
        `devices  ${s.devices.total} (${s.devices.online} online)`,
        `people   ${s.sessions} sessions, ${s.channelClients} on the channel`,
        `alarms   ${s.alarms.stored} stored, cursor ${s.alarms.cursor}`,
        ...archiveLines(s.archive),
        ...s.troubles.map(({ kind }) => `TROUBLE  ${kind}`),
        ...timelineLines(s.timeline),
        `ffmpeg   ${s.ffmpeg ?? 'none: cameras play sample clips'}`,
        `streams  ${s.streams.length === 0 ? 'none watched' : ''}`,
        ...s.streams.map(
          (x) => `  ${x.sn}/${x.chnId} ${x.streamType.padEnd(4)} ${x.state.padEnd(9)} ${x.viewers} viewers`,
        ),
      ])
    })
}
