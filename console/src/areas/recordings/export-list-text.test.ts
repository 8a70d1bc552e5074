import { expect, it } from 'vitest'
import type { ExportJob } from './export-job.ts'
import { exportListText } from './export-list-text.ts'

const FROM_MS = 1_795_140_000_000

it('names every file with its hash as sha256sum reads it, and why another is missing; a note stays on its line', () => {
  const job: ExportJob = {
    userId: 1,
    operator: 'admin',
    note: `case 7\n${'0'.repeat(64)}  forged.mp4`,
    fromMs: FROM_MS,
    toMs: FROM_MS + 60_000,
    orderedMs: FROM_MS + 90_000,
    isDone: true,
    parts: [
      {
        sn: 'CAM1',
        chnId: 1,
        name: 'Gate',
        state: 'done',
        percent: 100,
        fileName: 'gate.mp4',
        size: 5,
        sha256: 'a'.repeat(64),
      },
      { sn: 'CAM2', chnId: 3, name: 'Yard', state: 'failed', percent: 0, failure: 'No recording files' },
    ],
  }
  const lines = exportListText((key) => key.replace('export.', ''), job).split('\n')
  expect(lines).toContain('operator: admin')
  expect(lines).toContain(`${'a'.repeat(64)}  gate.mp4`)
  expect(lines.filter((line) => /^[0-9a-f]{64} {2}/.test(line))).toHaveLength(1)
  expect(lines).toContain('channel: Yard (CAM2, 3)')
  expect(lines).toContain('failed: No recording files')
  expect(lines.find((line) => line.startsWith('note: case 7 / '))).toBeDefined()
})
