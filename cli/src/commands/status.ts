import { controlStatus } from '@backlot/contract/control/calls'
import { durationText } from '@backlot/contract/control/duration'
import type { TimelineProgress } from '@backlot/contract/control/timeline-progress'
import { formatDateTime } from '@backlot/contract/time'
import { Command } from 'commander'
import { controlCall } from '../control-client.ts'
import { type ControlOptions, print, targetOf, withControl } from '../output.ts'
import { verdictLine } from '../scenario/run-lines.ts'

function timelineLines(timeline: TimelineProgress | null): string[] {
  if (!timeline) return []
  const { scenario, state, passedMs, begun, entries, open, held, failed, skipped, verdicts } = timeline
  const counts = `${held} held, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
  const waited = open > 0 ? `, ${open} waited for` : ''
  return [
    `timeline ${scenario} ${state}, ${durationText(Math.floor(passedMs / 1000) * 1000)}: ${begun} of ${entries} entries${waited}; ${counts}`,
    ...verdicts.filter(({ outcome }) => outcome === 'failed').map(verdictLine),
  ]
}

export function statusCommand(): Command {
  return withControl(new Command('status').description('what the running simulator does'))
    .addHelpText(
      'after',
      '\nExamples:\n  $ backlot status\n  $ backlot status --json --control http://127.0.0.1:8080',
    )
    .action(async (options: ControlOptions) => {
      const s = await controlCall(targetOf(options), controlStatus)
      print(options, s, () => [
        `seed ${s.seed}   world ${s.worldVersion}   up ${Math.round(s.uptimeMs / 1000)} s`,
        `clock    ${formatDateTime(s.clock.nowMs, s.clock.zoneMinutes)}  ×${s.clock.rate}  epoch ${s.clock.epoch}`,
        `devices  ${s.devices.total} (${s.devices.online} online)`,
        `people   ${s.sessions} sessions, ${s.channelClients} on the channel`,
        `alarms   ${s.alarms.stored} stored, cursor ${s.alarms.cursor}`,
        ...timelineLines(s.timeline),
        `ffmpeg   ${s.ffmpeg ?? 'none: cameras play pre-encoded clips'}`,
        `streams  ${s.streams.length === 0 ? 'none watched' : ''}`,
        ...s.streams.map(
          (x) => `  ${x.sn}/${x.chnId} ${x.streamType.padEnd(4)} ${x.state.padEnd(9)} ${x.viewers} viewers`,
        ),
      ])
    })
}
