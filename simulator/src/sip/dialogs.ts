/** All dialogs of an endpoint: opened by requests of either side, found by the messages in them, ended by BYE. */
import type { HostClock } from '../kernel/clock.ts'
import { headerValue, type SipRequest, type SipResponse } from '../wire/sip/sip-message.ts'
import type { ClientSide } from './client-side.ts'
import type { DialogEnd, DialogEvents, SipDialog } from './sip-calls.ts'
import {
  confirm,
  cseqNumber,
  type DialogState,
  dialogRequest,
  incomingDialog,
  outgoingDialog,
} from './sip-dialog.ts'
import type { SipPeer } from './sip-net.ts'
import { tagIn } from './sip-text.ts'
import { GIVE_UP_MS, repeatSlower, T2_MS } from './sip-timers.ts'

export type Dialogs = {
  /** A dialog whose first request is still to be sent. undefined: no room. */
  open(parts: Parameters<typeof outgoingDialog>[0], events: DialogEvents): SipDialog | undefined
  accept(request: SipRequest, from: SipPeer, localTag: string, events: DialogEvents): DialogEntry | undefined
  find(request: SipRequest): DialogEntry | undefined
  count(): number
  close(): void
}

export type DialogEntry = {
  dialog: SipDialog
  events: DialogEvents
  /** Takes a request of the other side; false when its number is older than one before (section 12.2.2). */
  takes(request: SipRequest, from: SipPeer): boolean
  /** Sends our 2xx to an INVITE again until its ACK comes (section 13.3.1.4). */
  untilAcked(request: SipRequest, send: () => void): void
  acked(request: SipRequest): void
  over(reason: DialogEnd): void
}

const NO_BODY = new Uint8Array()
/** INVITEs of one dialog whose ACK is awaited. */
const UNACKED_MOST = 4

export function createDialogs(deps: {
  client: ClientSide
  hostClock: HostClock
  isSymmetric: boolean
  most: number
  /** Of those that others open. */
  mostOfAddress: number
}): Dialogs {
  const { client, hostClock, isSymmetric } = deps
  const entries = new Map<string, DialogEntry>()
  /** Dialogs that others opened. */
  const perAddress = new Map<string, number>()
  const keyOf = (callId: string, localTag: string) => `${callId}|${localTag}`

  const add = (state: DialogState, events: DialogEvents, opener?: string): DialogEntry | undefined => {
    const { address } = state.peer
    const ofAddress = perAddress.get(address) ?? 0
    if (entries.size >= deps.most || (opener !== undefined && ofAddress >= deps.mostOfAddress))
      return undefined
    if (opener !== undefined) perAddress.set(address, ofAddress + 1)
    const key = keyOf(state.callId, state.localTag)
    const entry = createEntry(state, events, opener, () => {
      entries.delete(key)
      if (opener === undefined) return
      const left = (perAddress.get(address) ?? 1) - 1
      if (left > 0) perAddress.set(address, left)
      else perAddress.delete(address)
    })
    entries.set(key, entry)
    return entry
  }

  const createEntry = (
    state: DialogState,
    events: DialogEvents,
    /** Method that opened it; undefined until the first request is sent. */
    opener: string | undefined,
    onOver: () => void,
  ): DialogEntry => {
    let isOver = false
    const unacked = new Map<number, () => void>()
    const over = (reason: DialogEnd): void => {
      if (isOver) return
      isOver = true
      for (const stop of unacked.values()) stop()
      unacked.clear()
      onOver()
      events.ended(reason)
    }
    const sendAck = (cseq: number): void => {
      const parts = { method: 'ACK', headers: [], body: NO_BODY, cseq }
      const { request, to } = dialogRequest(state, parts, isSymmetric)
      client.sendAlone(request, to)
    }
    const sendBye = (): void => {
      const { request, to } = dialogRequest(state, { method: 'BYE', headers: [], body: NO_BODY }, isSymmetric)
      client.start(request, to, { answered: () => undefined, failed: () => undefined })
    }
    const isConfirmed = () => state.remoteTag !== undefined

    const takeResponse = (method: string, cseq: number, response: SipResponse): void => {
      const { status } = response
      if (status >= 200 && status < 300) {
        if (!isConfirmed() || method === 'INVITE') confirm(state, response)
        if (method === 'INVITE') {
          sendAck(cseq)
          if (isOver) sendBye()
        }
      } else if (!isConfirmed()) {
        isOver = true
        onOver()
      } else if (status === 481 || status === 408) over('lost')
    }

    const dialog: SipDialog = {
      callId: state.callId,
      isOver: () => isOver,
      request(method, { headers = [], body = NO_BODY }, call) {
        opener ??= method
        const { request, to } = dialogRequest(state, { method, headers, body }, isSymmetric)
        const cseq = cseqNumber(request)
        return client.start(
          request,
          to,
          {
            progress: (response) => call.progress?.(response),
            answered(response) {
              takeResponse(method, cseq, response)
              call.answered(response)
            },
            failed(reason) {
              const wasConfirmed = isConfirmed()
              if (!wasConfirmed && !isOver) {
                isOver = true
                onOver()
              }
              call.failed(reason)
              if (wasConfirmed && reason !== 'closed') over('lost')
            },
          },
          () => sendAck(cseq),
        )
      },
      end() {
        if (isOver) return
        if (opener === 'INVITE' && isConfirmed()) sendBye()
        over('ended')
      },
    }

    return {
      dialog,
      events,
      takes(request, from) {
        const tag = tagIn(request, 'From')
        if (isConfirmed() && tag !== state.remoteTag) return false
        const cseq = cseqNumber(request)
        if (state.remoteCSeq !== undefined && cseq <= state.remoteCSeq) return false
        state.remoteCSeq = cseq
        state.peer = from
        if (!isConfirmed() || ['INVITE', 'SUBSCRIBE', 'NOTIFY', 'UPDATE'].includes(request.method))
          confirm(state, request)
        return true
      },
      untilAcked(request, send) {
        const cseq = cseqNumber(request)
        const oldest = unacked.keys().next().value
        if (unacked.size >= UNACKED_MOST && oldest !== undefined) {
          unacked.get(oldest)!()
          unacked.delete(oldest)
        }
        const stopRepeating = repeatSlower(hostClock, T2_MS, send)
        const stopWaiting = hostClock.after(GIVE_UP_MS, () => {
          sendBye()
          over('unacknowledged')
        })
        unacked.set(cseq, () => {
          stopRepeating()
          stopWaiting()
        })
      },
      acked(request) {
        const cseq = cseqNumber(request)
        const stop = unacked.get(cseq)
        if (!stop) return
        stop()
        unacked.delete(cseq)
        events.acked?.(request)
      },
      over,
    }
  }

  return {
    open: (parts, events) => add(outgoingDialog(parts), events)?.dialog,
    accept: (request, from, localTag, events) =>
      add(incomingDialog(request, from, localTag), events, request.method),
    find(request) {
      const localTag = tagIn(request, 'To')
      if (localTag === undefined) return undefined
      return entries.get(keyOf(headerValue(request, 'Call-ID')!, localTag))
    },
    count: () => entries.size,
    close() {
      for (const { over } of [...entries.values()]) over('closed')
    },
  }
}
