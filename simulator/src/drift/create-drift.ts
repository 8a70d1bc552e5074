import { CODES } from '@backlot/contract/codes'
import type { MediaFaults } from '../faults/media-faults.ts'
import type { CallRunner } from '../http/call-runner.ts'
import { PlatformError } from '../http/platform-error.ts'
import { JsonBytes, RawReply, type Route } from '../http/route.ts'
import type { FlvTag } from '../media/flv-tag.ts'
import { FLV_VIDEO } from '../media/flv-tag.ts'
import type { HostClock } from '../timeline/clock.ts'
import { driftField } from './drift-field.ts'
import type { CallDrift, DriftFile } from './drift-spec.ts'

/** A platform's differences from its contract, where they take hold. */
export type Drift = {
  /** The routes that are left. */
  routes(routes: readonly Route[]): readonly Route[]
  /** Runs calls, and lets their answers drift. */
  runner(run: CallRunner): CallRunner
  /** Lets a frame of the channel drift; undefined where none does. */
  frame: ((text: string) => string) | undefined
}

/** Codec id of H.265 in FLV, as makers of cameras use it. */
const HEVC = 12

/** Plants what a drift file says; streams drift from now on. */
export function createDrift(
  file: DriftFile,
  { host, media }: { host: Pick<HostClock, 'after'>; media: Pick<MediaFaults, 'attach'> },
): Drift {
  const byCall = new Map<string, CallDrift[]>()
  for (const drift of file.calls) byCall.set(drift.call, [...(byCall.get(drift.call) ?? []), drift])
  const lacking = new Set(file.calls.filter(({ drift }) => drift === 'lacking').map(({ call }) => call))
  for (const { drift } of file.stream) {
    if (drift === 'absent') media.attach({ opening: () => ({ notFound: true }) })
    else media.attach({ tag: (_sn, tag) => asHevc(tag) })
  }
  return {
    routes: (routes) => routes.filter(({ call }) => !lacking.has(call.name)),
    runner(run) {
      if (byCall.size === 0) return run
      return (route, incoming) => {
        const drifts = byCall.get(route.call.name)
        return drifts ? drifted(drifts, host, () => run(route, incoming)) : run(route, incoming)
      }
    },
    frame: file.messages.length === 0 ? undefined : (text) => driftFrame(text, file.messages),
  }
}

async function drifted(
  drifts: readonly CallDrift[],
  host: Pick<HostClock, 'after'>,
  run: () => unknown,
): Promise<unknown> {
  for (const drift of drifts) {
    if (drift.drift === 'slow') await new Promise<void>((resolve) => host.after(drift.delayMs, resolve))
    if (drift.drift === 'code') throw new PlatformError(drift.code, drift.msg)
  }
  const answer = await run()
  const fields = drifts.filter((drift) => 'field' in drift)
  return fields.length === 0 ? answer : driftAnswer(answer, fields)
}

function driftAnswer(answer: unknown, drifts: readonly Extract<CallDrift, { field: string }>[]): unknown {
  if (answer instanceof RawReply) {
    if (answer.status === 304) return answer
    const whole = JSON.parse(Buffer.from(answer.body).toString('utf8')) as unknown
    for (const drift of drifts) driftField(whole, drift)
    return new RawReply(JSON.stringify(whole), answer.headers, answer.status)
  }
  const data: unknown = answer instanceof JsonBytes ? answer.parse() : structuredClone(answer)
  const whole = { code: CODES.ok, msg: '', data }
  for (const drift of drifts) driftField(whole, drift)
  return whole.data
}

function driftFrame(text: string, drifts: DriftFile['messages']): string {
  const frame = JSON.parse(text) as { type: string; messages?: { type: string }[] }
  const batch = frame.type === 'batch' ? frame.messages : undefined
  for (const drift of drifts) {
    const { message } = drift
    const meant = frame.type === message ? [frame] : (batch ?? []).filter(({ type }) => type === message)
    if (drift.drift !== 'lacking') for (const one of meant) driftField(one, drift)
    else if (batch) frame.messages = frame.messages!.filter(({ type }) => type !== message)
  }
  return JSON.stringify(frame)
}

/** Only what the tag says of itself. Tags in the enhanced form name their codec in letters. */
function asHevc(tag: FlvTag): FlvTag {
  const first = tag.body[0] ?? 0
  if (tag.type !== FLV_VIDEO || first & 0x80) return tag
  const body = Uint8Array.from(tag.body)
  body[0] = (first & 0xf0) | HEVC
  return { ...tag, body }
}
