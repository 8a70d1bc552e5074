import type { JitterFacts } from './audio/jitter-buffer.ts'

type Parts = {
  in: AnalyserNode | undefined
  out: AnalyserNode | undefined
  facts(): Promise<JitterFacts>
}

/**
 * `window.__backlotTalk`, there once talk has sound and the diagnostics switch is on (localStorage `diagnostics` =
 * `1`): `energyDb` answers the level of a frequency in the played ('out') or captured ('in') sound, `facts` the state
 * of the jitter buffer.
 */
type TalkDiagnostics = {
  energyDb(which: 'in' | 'out', hz: number): number
  facts(): Promise<JitterFacts>
}

declare global {
  interface Window {
    __backlotTalk?: TalkDiagnostics
  }
}

export function exposeTalk(parts: () => Parts): void {
  if (localStorage.getItem('diagnostics') !== '1') return
  window.__backlotTalk = {
    energyDb(which, hz) {
      const analyser = parts()[which]
      if (!analyser) return Number.NEGATIVE_INFINITY
      const bins = new Float32Array(analyser.frequencyBinCount)
      analyser.getFloatFrequencyData(bins)
      const at = Math.round((hz * analyser.fftSize) / analyser.context.sampleRate)
      return Math.max(...bins.slice(Math.max(0, at - 1), at + 2))
    },
    facts: () => parts().facts(),
  }
}
