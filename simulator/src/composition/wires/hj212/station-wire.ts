import type { StationWirePort, WirePacket } from '../../../areas/sensors/ports.ts'
import type { Directory } from '../../../fleet/directory.ts'
import type { StationUplink } from '../../../fleet/uplinks/hj212/station-uplink.ts'
import { StationRequestError } from '../../../gateways/hj212/station-requests.ts'
import type { ReceivedPacket } from '../../../gateways/ingest.ts'
import type { HostClock } from '../../../kernel/clock.ts'
import type { Named } from '../../../kernel/language.ts'
import { decodeFrame } from '../../../wire/hj212/decode-frame.ts'
import { describePacket, describeParameters } from '../../../wire/hj212/describe-packet.ts'
import { EXE_RTN_TEXT, QN_RTN_TEXT } from '../../../wire/hj212/return-codes.ts'
import { FIELD_UNITS } from '../../../wire/hj212/units.ts'
import { frameBytes } from '../../../wire/hj212/wire-text.ts'
import type { GatewayRegistry } from '../open-gateways.ts'

/** A line opened for a request stays open this long after the last one, host milliseconds. */
const LINE_MS = 10 * 60_000
/** How long a station of ours takes to connect at most, and how often it is looked whether it has. */
const CONNECT_MS = 5000
const LOOK_MS = 20
/** Stored packets of a station that is not here. */
const PACKETS_SHOWN = 100

const SILENT: Named = { zh: '站点没有应答', en: 'The station did not answer' }
const FULL: Named = { zh: '该站点还有未完成的请求', en: 'Requests still wait for an answer of this station' }
const DONE: Named = { zh: '执行成功', en: 'done' }
const UNKNOWN: Named = { zh: '未知结果', en: 'unknown result' }

type StoredPacket = Omit<ReceivedPacket, 'problem'> & { problem?: string | null }

/**
 * Requests to HJ 212 stations over their lines. A station of ours that lives in process connects to the gateway for a
 * request and disconnects afterwards: real packets go over the wire.
 */
export function createStationWire(deps: {
  directory: Directory
  host: HostClock
  /** Stations are reached through that of HJ 212 while it is open. */
  gateways: Pick<GatewayRegistry, 'of'>
  /** Packets of a station that were stored, newest first. */
  storedOf(sn: string, limit: number): readonly StoredPacket[]
}): StationWirePort & Disposable {
  const { directory, host, gateways } = deps
  const lines = new Map<string, { uplink: StationUplink; hangUp: () => void }>()

  const hangUp = (sn: string) => {
    const line = lines.get(sn)
    lines.delete(sn)
    line?.hangUp()
    line?.uplink.stop()
  }
  const keep = (sn: string, uplink: StationUplink) => {
    lines.get(sn)?.hangUp()
    lines.set(sn, { uplink, hangUp: host.after(LINE_MS, () => hangUp(sn)) })
  }
  /** Lets a station of ours connect, when it lives in process. */
  const connect = async (sn: string): Promise<void> => {
    const known = lines.get(sn)
    if (known) keep(sn, known.uplink)
    else if (!gateways.of('hj212')?.isHere(sn)) {
      const uplink = directory.deviceBySn(sn)?.foreign ? undefined : gateways.of('hj212')?.lineOf(sn)
      if (!uplink) return
      keep(sn, uplink)
      uplink.start()
    }
    for (let waitedMs = 0; !gateways.of('hj212')?.isHere(sn) && waitedMs < CONNECT_MS; waitedMs += LOOK_MS) {
      await new Promise<void>((resolve) => void host.after(LOOK_MS, resolve))
    }
  }

  return {
    isOpen: () => gateways.of('hj212') !== undefined,
    isConnected: (sn) => gateways.of('hj212')?.isHere(sn) === true,
    packetsOf(sn) {
      const live = gateways.of('hj212')?.packetsOf(sn) ?? []
      return (live.length > 0 ? live : deps.storedOf(sn, PACKETS_SHOWN)).map(wirePacket)
    },
    async request(sn, cn, items) {
      const hj212 = gateways.of('hj212')
      if (!hj212) return undefined
      await connect(sn)
      try {
        const answer = await hj212.request(
          sn,
          cn,
          items.map(([name, value]) => [[name, value]]),
        )
        const { qn, exeRtn } = answer
        const words = exeRtn === undefined ? DONE : (EXE_RTN_TEXT[exeRtn] ?? UNKNOWN)
        const packets = answer.data.map((packet) => describeParameters(packet, FIELD_UNITS))
        return { qn, result: 'done', code: exeRtn, words, packets }
      } catch (error) {
        if (!(error instanceof StationRequestError)) throw error
        return failed(error)
      }
    },
    [Symbol.dispose]() {
      for (const sn of [...lines.keys()]) hangUp(sn)
    },
  }
}

function failed({ reason, code }: StationRequestError) {
  if (reason === 'offline') return undefined
  const none = { qn: '', packets: [], code }
  if (reason === 'refused')
    return { ...none, result: 'refused' as const, words: QN_RTN_TEXT[code ?? -1] ?? UNKNOWN }
  if (reason === 'failed')
    return { ...none, result: 'failed' as const, words: EXE_RTN_TEXT[code ?? -1] ?? UNKNOWN }
  return { ...none, result: 'silent' as const, words: reason === 'full' ? FULL : SILENT }
}

function wirePacket({ atMs, direction, text, problem }: StoredPacket): WirePacket {
  const raw = { atMs, direction, text }
  if (problem) return { ...raw, problem }
  const frame = decodeFrame(frameBytes(text))
  if (!frame.ok) return { ...raw, problem: frame.problem.message }
  const { qn, mn, flag, deviations } = frame.packet
  return { ...raw, decoded: { ...describePacket(frame.packet, FIELD_UNITS), qn, mn, flag, deviations } }
}
