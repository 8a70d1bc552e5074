import { CODES } from '@backlot/contract/codes'
import type { CallRunner } from '../calls/call-runner.ts'
import { JsonBytes, RawReply, type Route } from '../calls/route.ts'
import type { MediaFaults } from '../faults/media-faults.ts'
import type { HostClock } from '../kernel/clock.ts'
import { PlatformError } from '../kernel/platform-error.ts'
import type { FlvTag } from '../wire/flv/flv-tag.ts'
import { FLV_VIDEO } from '../wire/flv/flv-tag.ts'
import { deviateField } from './deviate-field.ts'
import type { CallDeviation, DeviationFile } from './deviation-spec.ts'

/** A platform's differences from its contract, where they take hold. */
export type Deviations = {
  /** The routes that are left. */
  routes(routes: readonly Route[]): readonly Route[]
  /** Runs calls, and lets their answers deviate. */
  runner(run: CallRunner): CallRunner
  /** Changes a frame of the channel; undefined where none deviates. */
  frame: ((text: string) => string) | undefined
}

/** Codec id of H.265 in FLV, as makers of cameras use it. */
const HEVC = 12

/** Applies a file of deviations; streams deviate from now on. */
export function createDeviations(
  file: DeviationFile,
  { host, media }: { host: Pick<HostClock, 'after'>; media: Pick<MediaFaults, 'attach'> },
): Deviations {
  const byCall = new Map<string, CallDeviation[]>()
  for (const deviation of file.calls)
    byCall.set(deviation.call, [...(byCall.get(deviation.call) ?? []), deviation])
  const lacking = new Set(file.calls.filter(({ kind }) => kind === 'lacking').map(({ call }) => call))
  for (const { kind } of file.stream) {
    if (kind === 'absent') media.attach({ opening: () => ({ notFound: true }) })
    else media.attach({ tag: (_sn, tag) => asHevc(tag) })
  }
  return {
    routes: (routes) => routes.filter(({ call }) => !lacking.has(call.name)),
    runner(run) {
      if (byCall.size === 0) return run
      return (route, incoming) => {
        const deviations = byCall.get(route.call.name)
        return deviations ? deviated(deviations, host, () => run(route, incoming)) : run(route, incoming)
      }
    },
    frame: file.messages.length === 0 ? undefined : (text) => deviateFrame(text, file.messages),
  }
}

async function deviated(
  deviations: readonly CallDeviation[],
  host: Pick<HostClock, 'after'>,
  run: () => unknown,
): Promise<unknown> {
  for (const deviation of deviations) {
    if (deviation.kind === 'slow')
      await new Promise<void>((resolve) => host.after(deviation.delayMs, resolve))
    if (deviation.kind === 'code') throw new PlatformError(deviation.code, deviation.msg)
  }
  const answer = await run()
  const fields = deviations.filter((deviation) => 'field' in deviation)
  return fields.length === 0 ? answer : deviateAnswer(answer, fields)
}

function deviateAnswer(
  answer: unknown,
  deviations: readonly Extract<CallDeviation, { field: string }>[],
): unknown {
  if (answer instanceof RawReply) {
    if (answer.status === 304) return answer
    const whole = JSON.parse(Buffer.from(answer.body).toString('utf8')) as unknown
    for (const deviation of deviations) deviateField(whole, deviation)
    return new RawReply(JSON.stringify(whole), answer.headers, answer.status)
  }
  const data: unknown = answer instanceof JsonBytes ? answer.parse() : structuredClone(answer)
  const whole = { code: CODES.ok, msg: '', data }
  for (const deviation of deviations) deviateField(whole, deviation)
  return whole.data
}

function deviateFrame(text: string, deviations: DeviationFile['messages']): string {
  const frame = JSON.parse(text) as { type: string; messages?: { type: string }[] }
  const batch = frame.type === 'batch' ? frame.messages : undefined
  for (const deviation of deviations) {
    const { message } = deviation
    const meant = frame.type === message ? [frame] : (batch ?? []).filter(({ type }) => type === message)
    if (deviation.kind !== 'lacking') for (const one of meant) deviateField(one, deviation)
    else if (batch) frame.messages = frame.messages!.filter(({ type }) => type !== message)
  }
  return JSON.stringify(frame)
}

/** Only the tag's own codec field. Tags in the enhanced form name their codec in letters. */
function asHevc(tag: FlvTag): FlvTag {
  const first = tag.body[0] ?? 0
  if (tag.type !== FLV_VIDEO || first & 0x80) return tag
  const body = Uint8Array.from(tag.body)
  body[0] = (first & 0xf0) | HEVC
  return { ...tag, body }
}
