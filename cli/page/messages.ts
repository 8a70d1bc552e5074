/** Messages between the page, its service worker and the worker that answers in the platform's place. */

/** A request of the page, from the service worker. `path`: with its query. */
export type PageRequest = {
  id: number
  method: string
  path: string
  headers: Record<string, string>
  body: ArrayBuffer | undefined
}
export type ToAnswers = ({ kind: 'request' } & PageRequest) | { kind: 'cancel'; id: number }
/** Answers to them. A body that `comesInPieces` follows until `end`. */
export type FromAnswers =
  | {
      kind: 'reply'
      id: number
      status: number
      headers: Record<string, string>
      body: string | Uint8Array<ArrayBuffer> | null
      comesInPieces: boolean
    }
  | { kind: 'piece'; id: number; bytes: Uint8Array<ArrayBuffer> }
  | { kind: 'end'; id: number }

/** From the page to its service worker. */
export type ToServiceWorker =
  /** With a port: requests of this page, and of pages within it (`?page=` and its name), go there. */
  { kind: 'answers'; page: string } | { kind: 'claim' }
/** From the service worker: it has lost the port of this page, or never had it. */
export type FromServiceWorker = { kind: 'needsAnswers' }

/** Where a page is in the recording, for the next page of the same tab. */
export type Place = {
  /** Epoch milliseconds of the host. */
  atMs: number
  t: number
  /** Of the account that is signed in. */
  span: { fromT: number; toT: number }
  /** Above 0. */
  speed: number
  wasPaused: boolean
  loops: number
  used: number[]
  sockets: [string, number][]
  isSignedIn: boolean
}

export type ReplayState = {
  /** Milliseconds since the beginning of the recording, which takes `lengthMs`. */
  t: number
  lengthMs: number
  /** Time of the platform, and its zone in minutes where it is known. */
  nowMs: number
  zoneMinutes: number | undefined
  /** Recorded seconds a second; 0 is a pause. */
  speed: number
  isOver: boolean
  accounts: readonly string[]
  /** Somebody has signed in since the page began. */
  isSignedIn: boolean
  /** Requests without a recorded answer. */
  misses: number
}

/** From the page to the worker in its platform's place. */
export type ToPlatform =
  /** With a port for requests. */
  | { kind: 'answers' }
  | { kind: 'open'; id: number; path: string }
  | { kind: 'heard'; id: number; data: string | Uint8Array<ArrayBuffer> }
  | { kind: 'closed'; id: number; code: number }
export type FromPlatform =
  | { kind: 'ready' }
  | { kind: 'failed'; reason: string }
  | { kind: 'opened'; id: number }
  | { kind: 'message'; id: number; data: string | Uint8Array<ArrayBuffer> }
  | { kind: 'close'; id: number; code: number }

export type ToReplay =
  | ToPlatform
  | { kind: 'start'; place: Place | undefined }
  | { kind: 'speed'; speed: number }
  | { kind: 'again' }
export type FromReplay =
  | FromPlatform
  | { kind: 'place'; place: Place }
  | { kind: 'state'; state: ReplayState }

export type SimulatorState = {
  /** Time of the platform, and its zone in minutes. */
  nowMs: number
  zoneMinutes: number
  /** Platform seconds a second; 0 is a pause. */
  speed: number
  signIn: { loginName: string; password: string }
  /** Cameras' pictures are drawn and encoded here; else they play clips. */
  drawsPictures: boolean
}
/** `controlToken`: token of the control API. */
export type ToSimulator = ToPlatform | { kind: 'start'; controlToken: string }
export type FromSimulator =
  | FromPlatform
  /** What is being done until it is ready, for whoever waits. */
  | { kind: 'step'; step: 'loading' | 'starting' }
  | { kind: 'state'; state: SimulatorState }

/** Written beside the recording by `backlot replay --static`. */
export type ReplaySettings = {
  speed: number
  /** Restarts at the end. */
  loop: boolean
  /** Bytes of the files of bodies. */
  sizes: Record<string, number>
}
