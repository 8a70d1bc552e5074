import type { BodyIn } from '@backlot/contract/call'
import { controlClock, controlSetClock } from '@backlot/contract/control/calls'
import { formatDateTime, parseDateTime } from '@backlot/contract/time'
import { Command } from 'commander'
import { controlCall } from '../control-client.ts'
import { parseDurationMs } from '../duration.ts'
import { withExamples } from '../examples.ts'
import { type ControlOptions, print, targetOf, withControl } from '../output.ts'
import { UserError } from '../user-error.ts'

type Clock = { nowMs: number; rate: number; epoch: number; zoneMinutes: number }

function describe(clock: Clock): string[] {
  const pace = clock.rate === 0 ? 'paused' : `×${clock.rate}`
  return [`${formatDateTime(clock.nowMs, clock.zoneMinutes)}  ${pace}  epoch ${clock.epoch}`]
}

type CutOptions = ControlOptions & { cut?: boolean }

const CUT: [flag: string, text: string] = [
  '--cut',
  'going back, remove what was done and raised after that moment (otherwise it is hidden until its time comes again)',
]

/** Where a jump goes: a date and time in the platform's zone, or a signed span from now. */
function jumpTarget(where: string, zoneMinutes: number): { toMs?: number; byMs?: number } {
  if (/^[+-]/.test(where)) return { byMs: parseDurationMs(where) }
  const toMs = parseDateTime(/^\d{4}-\d{2}-\d{2}$/.test(where) ? `${where} 00:00:00` : where, zoneMinutes)
  if (toMs === undefined)
    throw new UserError(`'${where}' is not a time: write '2026-11-20 19:30:00', +6h or -2d.`)
  return { toMs }
}

export function clockCommand(): Command {
  const clock = new Command('clock').description('show and move the platform clock')
  const set = async (options: ControlOptions, body: BodyIn<typeof controlSetClock>) => {
    const answer = await controlCall(targetOf(options), controlSetClock, { body })
    print(options, answer, () => describe(answer))
  }
  withExamples(
    withControl(clock.command('show', { isDefault: true }).description('platform time, rate and epoch')),
    'backlot clock',
    'backlot clock show --json',
  ).action(async (options: ControlOptions) => {
    const answer = await controlCall(targetOf(options), controlClock)
    print(options, answer, () => describe(answer))
  })
  withExamples(
    withControl(clock.command('pause').description('stop platform time')),
    'backlot clock pause',
  ).action((options: ControlOptions) => set(options, { action: 'pause' }))
  withExamples(
    withControl(clock.command('resume').description('resume platform time')),
    'backlot clock resume',
  ).action((options: ControlOptions) => set(options, { action: 'resume' }))
  withExamples(
    withControl(
      clock
        .command('speed')
        .argument('<rate>', 'platform seconds per second, 0.1 to 3600')
        .description('scale platform time'),
    ),
    'backlot clock speed 60',
    'backlot clock speed 0.5',
  ).action((rate: string, options: ControlOptions) => {
    const value = Number(rate)
    if (!(value >= 0.1 && value <= 3600)) throw new UserError(`'${rate}' is not a speed: give 0.1 to 3600.`)
    return set(options, { action: 'speed', rate: value })
  })
  withExamples(
    withControl(
      clock
        .command('step')
        .argument('<span>', 'time to advance: 10s, 5m, at most 1d')
        .description('advance a paused clock'),
    ),
    'backlot clock pause && backlot clock step 10m',
  ).action((span: string, options: ControlOptions) => {
    const byMs = parseDurationMs(span)
    if (!(byMs > 0 && byMs <= 86_400_000)) throw new UserError(`'${span}' is not a step: give up to 1d.`)
    return set(options, { action: 'step', byMs })
  })
  withExamples(
    withControl(
      clock
        .command('jump')
        .argument('<where>', "a time ('2026-11-20 19:30:00') or a span (+6h, -2d)")
        .option(...CUT)
        // A span back looks like an option.
        .allowUnknownOption()
        .description('move platform time; consoles start a new epoch'),
    ),
    'backlot clock jump +6h',
    "backlot clock jump '2026-11-20 19:30:00'",
    'backlot clock jump -2d --cut',
  ).action(async (where: string, options: CutOptions) => {
    if (/^-[^\d]/.test(where))
      throw new UserError(`unknown option '${where}' (see 'backlot clock jump --help')`)
    const now = await controlCall(targetOf(options), controlClock)
    const target = jumpTarget(where, now.zoneMinutes)
    await set(options, { action: 'jump', ...target, cut: options.cut ?? false })
  })
  withExamples(
    withControl(
      clock
        .command('realtime')
        .option(...CUT)
        .description('return to the current time at rate 1'),
    ),
    'backlot clock realtime',
  ).action((options: CutOptions) => set(options, { action: 'realtime', cut: options.cut ?? false }))
  return clock
}
