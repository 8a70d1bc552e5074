import { TALK_FRAME_SAMPLES } from '@backlot/contract/talk/audio-frame'
import type { GbGateway } from '../../../gateways/gb28181/create-gb28181-gateway.ts'
import type { GbRecords } from '../../../gateways/gb28181/gateway-context.ts'
import type { PathAnswer, RemoteVoice } from '../../../talk/remote-voice.ts'

type Line = Exclude<Awaited<ReturnType<GbGateway['speak']>>, string>

const ANSWERS = {
  offline: 'audioOffline',
  refused: 'busy',
  silent: 'noAnswer',
  noPort: 'network',
} as const satisfies Readonly<Record<string, PathAnswer>>

/** Loudspeakers of devices of GB/T 28181, a line for each call. Their microphones are heard with the pictures alone. */
export function createGbVoices(
  open: () => (Pick<GbGateway, 'speak'> & Pick<GbRecords, 'find'>) | undefined,
): (sn: string) => RemoteVoice | undefined {
  const linesBySn = new Map<string, Set<Line>>()
  const voiceOf = (sn: string, gateway: Pick<GbGateway, 'speak'>): RemoteVoice => ({
    hasMicrophone: false,
    open(_use, ended, chnId) {
      let line: Line | undefined
      let isClosed = false
      const close = (): void => {
        isClosed = true
        if (!line) return
        const lines = linesBySn.get(sn)
        lines?.delete(line)
        if (lines?.size === 0) linesBySn.delete(sn)
        line.close()
        line = undefined
      }
      const call = async (): Promise<PathAnswer> => {
        const given = await gateway.speak(sn, chnId, ended)
        if (typeof given === 'string') return ANSWERS[given]
        line = given
        linesBySn.set(sn, (linesBySn.get(sn) ?? new Set()).add(given))
        if (isClosed) close()
        return 'ok'
      }
      return { answer: call(), close }
    },
    hear(samples) {
      for (const line of linesBySn.get(sn) ?? []) line.hear(samples)
    },
    speak: () => new Int16Array(TALK_FRAME_SAMPLES),
  })
  return (sn) => {
    const gateway = open()
    return gateway?.find(sn) && voiceOf(sn, gateway)
  }
}
