import type { SocketEnvironment } from './reconnecting-socket.ts'

/** A socket in the test's hands. */
class FakeSocket {
  readyState = 1
  bufferedAmount = 0
  binaryType = ''
  sent: (string | Uint8Array)[] = []
  onopen?: () => void
  onmessage?: (event: { data: unknown }) => void
  onclose?: (event: { code: number }) => void

  send(data: string | Uint8Array): void {
    this.sent.push(data)
  }

  close(): void {
    this.readyState = 3
  }

  /** The frames that were sent as text. */
  get frames(): Record<string, unknown>[] {
    return this.sent.flatMap((one) => (typeof one === 'string' ? [JSON.parse(one)] : []))
  }

  /** The platform sends a frame. */
  say(frame: object): void {
    this.onmessage?.({ data: JSON.stringify(frame) })
  }

  /** The line is cut, or the platform ends it. */
  drop(code: number): void {
    this.readyState = 3
    this.onclose?.({ code })
  }
}

/** Sockets, timers and a clock in the test's hands. */
export function fakeSockets() {
  const sockets: FakeSocket[] = []
  const timers: { run: () => void; ms: number }[] = []
  const time = { now: 0 }
  const environment: SocketEnvironment = {
    openSocket() {
      const socket = new FakeSocket()
      sockets.push(socket)
      // Users of the socket only need the members of the class above.
      return socket as unknown as WebSocket
    },
    setTimer(run, ms) {
      const timer = { run, ms }
      timers.push(timer)
      return timer
    },
    clearTimer(timer) {
      const at = timers.indexOf(timer as (typeof timers)[number])
      if (at >= 0) timers.splice(at, 1)
    },
    now: () => time.now,
  }
  /** Lets the newest timer come due. */
  const runTimer = () => timers.pop()!.run()
  return { sockets, timers, time, environment, runTimer }
}
