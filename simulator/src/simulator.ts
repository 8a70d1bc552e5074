import type { TimelineProgress } from '@backlot/contract/control/timeline-progress'
import type { WireAddresses } from '@backlot/contract/wires/wires'
import type { SimulatorOptions } from './composition/config.ts'
import type { ControlCaller } from './control/control-caller.ts'
import type { PlatformClock } from './kernel/clock.ts'
import type { PlatformEvent } from './kernel/platform-event.ts'
import type { Verdict } from './scenario/verdict.ts'
import type { Note } from './scenario-runs/run-timeline.ts'
import type { SnapshotControl } from './snapshots/snapshot-control.ts'

/** Timeline of the platform, whichever runs. */
export type CurrentTimeline = {
  /** Null without a timeline. */
  progress(): TimelineProgress | null
  onVerdict(listener: (verdict: Verdict) => void): () => void
  onNote(listener: (note: Note) => void): () => void
}

/** A running platform. Dispose of it (`await using`) and everything it started has ended. */
export type Simulator = AsyncDisposable &
  WireAddresses & {
    /** The console and the platform's HTTP interface. */
    url: string
    /** The control API (same server): url + /control. */
    control: string
    controlToken: string
    /** Where streams are read: WebSocket address of the viewer server. */
    media: string
    /** rtmp://host:port, or null when off. */
    rtmp: string | null
    /** rtsp://host:port of the cameras, or null when off. */
    rtsp: string | null
    /** http://host:port of the cameras' ONVIF services (below `/onvif/<sn>/`), or null when off. */
    onvif: string | null
    /** host:port for sound and pictures of terminals, or null when off. */
    jt1078: string | null
    /** host:port where users' own MQTT devices connect, or null when off. */
    mqtt: string | null
    /** host:port of the fleet's controllers over Modbus TCP, or null when off. */
    modbus: string | null
    /** host:port of the SIP server for devices of GB/T 28181 (UDP and TCP), or null when off. */
    gb28181: string | null
    /** host:port of the platform of GB/T 28181 that our own cameras register at, or null. */
    gb28181To: string | null
    /** host:port of the broker at which our own devices of kind files publish, or null. */
    mqttTo: string | null
    seed: number
    /** Account and password of the demo's administrator as a new data folder gets them. */
    signIn: { loginName: string; password: string }
    /** Folder of the data; a temporary one with `:memory:`. */
    dataFolder: string
    /** Path of the ffmpeg in use; null: cameras play pre-encoded clips. */
    ffmpeg: string | null
    /** How many devices live in the fleet. */
    deviceCount: number
    /** How many consoles are signed in on the real-time channel. */
    consoleCount(): number
    clock: PlatformClock
    timeline: CurrentTimeline
    /** The control API without its sockets. */
    call: ControlCaller
    /** Its state, saved and set back to. */
    snapshots: SnapshotControl
    /** The last few thousand things that happened, the newest last. */
    events(): PlatformEvent[]
    /** Resolves with the error when a vital part (the writer) dies; the simulator is of no use afterwards. */
    failed: Promise<Error>
  }

export type CreateSimulator = (options?: SimulatorOptions) => Promise<Simulator>
