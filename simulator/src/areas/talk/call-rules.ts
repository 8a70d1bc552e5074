import { isDuplex, talkTargetOf } from '@backlot/contract/talk/call-target'
import { CALL_RESULTS, DUPLEX_RESULTS } from '@backlot/contract/talk/results'
import type { TalkRecord } from './ports.ts'

/** Any number outside the tables is a generic failure (stated). */
const GENERIC_FAILURE = -1

export type StartResult = { kind: 'call' | 'monitor' | 'duplex'; result: number }

type StartFacts = {
  wanted: 'call' | 'monitor' | 'broadcast'
  /** Undefined: not there, or outside the groups of the caller. */
  device: TalkRecord | undefined
  chnId: number
  /** Another call or a meeting has its sound. */
  taken: boolean
  answer: 'ok' | 'busy' | 'refuse' | 'audioOffline' | 'intercomOffline' | 'network' | 'unknown' | 'noAnswer'
}

/** The result of a start, and its table. `ok`: the device is called; its answer comes after its ring time. */
export function startResult(facts: StartFacts): StartResult {
  const { device, wanted, chnId } = facts
  const kind = wanted === 'monitor' ? 'monitor' : 'call'
  if (!device) return { kind, result: CALL_RESULTS.audioChannelNotFound }
  const target = talkTargetOf(device, chnId)
  if (target === 'notSupported') return { kind, result: GENERIC_FAILURE }
  if (typeof target === 'string') return { kind, result: CALL_RESULTS.audioChannelNotFound }
  const duplex = wanted === 'call' && isDuplex(device.protocolType)
  if (!device.online) {
    return duplex
      ? { kind: 'duplex', result: DUPLEX_RESULTS.intercomOffline }
      : { kind, result: CALL_RESULTS.deviceOffline }
  }
  const isLost = device.lostChannels?.has(target.audioChnId) === true
  const answer = isLost ? 'audioOffline' : facts.taken && wanted !== 'monitor' ? 'busy' : facts.answer
  return duplex ? duplexAnswer(answer) : { kind, result: CALL_ANSWERS[answer] }
}

const CALL_ANSWERS: Readonly<Record<StartFacts['answer'], number>> = {
  ok: CALL_RESULTS.ok,
  busy: CALL_RESULTS.audioDeviceBusy,
  refuse: CALL_RESULTS.audioDeviceBusy,
  audioOffline: CALL_RESULTS.audioDeviceOffline,
  intercomOffline: CALL_RESULTS.intercomServerUnreachable,
  network: CALL_RESULTS.networkFailure,
  unknown: GENERIC_FAILURE,
  noAnswer: GENERIC_FAILURE,
}

function duplexAnswer(answer: StartFacts['answer']): StartResult {
  const results: Readonly<Partial<Record<StartFacts['answer'], number>>> = {
    ok: DUPLEX_RESULTS.ok,
    busy: DUPLEX_RESULTS.deviceBusy,
    refuse: DUPLEX_RESULTS.refused,
    noAnswer: DUPLEX_RESULTS.refused,
    intercomOffline: DUPLEX_RESULTS.intercomOffline,
    audioOffline: DUPLEX_RESULTS.intercomOffline,
  }
  const result = results[answer]
  return result === undefined ? { kind: 'call', result: CALL_ANSWERS[answer] } : { kind: 'duplex', result }
}
