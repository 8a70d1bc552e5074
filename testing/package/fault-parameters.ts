// Written by 'npm run fault-types' from the list of faults; a test holds it against them.

/** Parameters of each kind of fault. */
export type FaultParameters = {
  /** HTTP requests wait before they are answered. */
  'http-latency': {
    /** Default: 500. */
    delayMs?: number
    /** Default: 0. */
    jitterMs?: number
  }
  /** HTTP requests are answered with a code in place of an answer, undone. */
  'http-code': {
    /** Default: 503. */
    code?: number
    /** Default: "A fault of the simulator answers.". */
    message?: string
  }
  /** HTTP requests are answered with a raw status, as a proxy before the platform does, undone. */
  'http-status': {
    /** Default: 502. */
    status?: number
    /** Default: "html". */
    body?: 'html' | 'contract' | 'empty'
  }
  /** HTTP answers end in the middle of their body; what was asked is done. */
  'http-truncate': {
    /** Default: 0.5. */
    share?: number
    /** Default: "cut". */
    how?: 'cut' | 'short'
  }
  /** Real-time connections break when a frame is sent. */
  'channel-cut': Record<string, never>
  /** Real-time frames arrive late, in their order. */
  'channel-delay': {
    /** Default: 500. */
    delayMs?: number
    /** Default: 0. */
    jitterMs?: number
  }
  /** Real-time frames are lost while the connection stays. */
  'channel-drop': Record<string, never>
  /** Real-time frames arrive more than once. */
  'channel-duplicate': {
    /** Default: 1. */
    copies?: number
  }
  /** Real-time frames are overtaken by those behind them. */
  'channel-reorder': {
    /** Default: 1. */
    by?: number
    /** Default: 2000. */
    withinMs?: number
  }
  /** In place of real-time frames comes what cannot be read. */
  'channel-garbage': {
    /** Default: "any". */
    sort?: 'text' | 'cut' | 'envelope' | 'binary' | 'any'
  }
  /** Devices cannot be reached. */
  'device-offline': Record<string, never>
  /** Devices come and go. */
  'device-flap': {
    /** Default: 20. */
    roundSeconds?: number
  }
  /** Devices stay connected and say nothing. */
  'device-silence': Record<string, never>
  /** A channel of devices goes offline while the devices stay online. */
  'device-channel-offline': {
    /** Default: 1. */
    channel?: number
  }
  /** Devices suffer from what devices suffer from: gpsLost, stuckSensor, weakSignal … */
  'device-trouble': {
    trouble?: 'offline' | 'flapping' | 'gpsLost' | 'stuckSensor' | 'clockDrift' | 'lowBattery' | 'weakSignal' | 'duplicateReports' | 'lateReports' | 'silent' | 'busy' | 'paramFault' | 'channelOffline'
    amount?: number
  }
  /** Devices on a wire send packets with a wrong check. */
  'wire-bad-crc': Record<string, never>
  /** Devices on a wire send their packets in pieces. */
  'wire-split': {
    /** Default: 3. */
    pieces?: number
    /** Default: 40. */
    gapMs?: number
  }
  /** Devices on a wire have a thin line: bytes trickle. */
  'wire-slow': {
    /** Default: 300. */
    bytesPerSecond?: number
    /** Default: 0. */
    delayMs?: number
  }
  /** Connections of devices on a wire are reset in the middle of a packet. */
  'wire-reset': {
    /** Default: 0.5. */
    share?: number
  }
  /** Streams go on with one picture: time and people in it stand still. */
  'media-freeze': Record<string, never>
  /** Streams go on with black pictures. */
  'media-black': Record<string, never>
  /** Streams hang: nothing arrives, then all of it at once. */
  'media-stall': Record<string, never>
  /** Streams open at once and show their first picture late. */
  'media-late-key': {
    /** Default: 3000. */
    delayMs?: number
  }
  /** Time stamps of streams leap ahead at key frames. */
  'media-time-jump': {
    /** Default: 5000. */
    jumpMs?: number
  }
  /** Connections of viewers break, without a goodbye, at key frames. */
  'media-cut': Record<string, never>
  /** Streams change to another size while they are watched, and back. */
  'media-codec': {
    /** Default: 320. */
    width?: number
    /** Default: 180. */
    height?: number
  }
  /** Streams answer 404 when they are opened, though their start was granted. */
  'media-404': Record<string, never>
  /** Writes to the platform's store fail, its disk being full; reads go on. */
  'disk-full': Record<string, never>
  /** Commits of the platform's store take long, one after the other. */
  'slow-disk': {
    /** Default: 500. */
    delayMs?: number
    /** Default: 0. */
    jitterMs?: number
  }
  /** The clock of the platform's machine is off: the time it says, and by which sign-ins expire. */
  'clock-skew': {
    /** Default: 300000. */
    offsetMs?: number
  }
}
