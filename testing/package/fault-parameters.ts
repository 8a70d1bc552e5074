// Written by 'npm run fault-types' from the list of faults; a test holds it against them.

/** Parameters of each kind of fault. */
export type FaultParameters = {
  /** Delays HTTP requests before they are answered. */
  'http-latency': {
    /** Default: 500. */
    delayMs?: number
    /** Default: 0. */
    jitterMs?: number
  }
  /** Refuses HTTP requests with a code, without carrying them out. */
  'http-code': {
    /** Default: 503. */
    code?: number
    /** Default: "A fault of the simulator answers.". */
    message?: string
  }
  /** Answers HTTP requests with a raw status, as a proxy would, without carrying them out. */
  'http-status': {
    /** Default: 502. */
    status?: number
    /** Default: "html". */
    body?: 'html' | 'contract' | 'empty'
  }
  /** Carries HTTP requests out but ends their answers in the middle of the body. */
  'http-truncate': {
    /** Default: 0.5. */
    share?: number
    /** Default: "cut". */
    how?: 'cut' | 'short'
  }
  /** Breaks channel connections when a frame is sent. */
  'channel-cut': Record<string, never>
  /** Delays channel frames, keeping their order. */
  'channel-delay': {
    /** Default: 500. */
    delayMs?: number
    /** Default: 0. */
    jitterMs?: number
  }
  /** Drops channel frames while the connection stays open. */
  'channel-drop': Record<string, never>
  /** Sends channel frames more than once. */
  'channel-duplicate': {
    /** Default: 1. */
    copies?: number
  }
  /** Lets later channel frames overtake earlier ones. */
  'channel-reorder': {
    /** Default: 1. */
    by?: number
    /** Default: 2000. */
    withinMs?: number
  }
  /** Replaces channel frames by unreadable content. */
  'channel-garbage': {
    /** Default: "any". */
    sort?: 'text' | 'cut' | 'envelope' | 'binary' | 'any'
  }
  /** Makes devices unreachable. */
  'device-offline': Record<string, never>
  /** Makes devices go offline and online repeatedly. */
  'device-flap': {
    /** Default: 20. */
    roundSeconds?: number
  }
  /** Keeps devices connected, but they send nothing. */
  'device-silence': Record<string, never>
  /** Takes a channel of devices offline while the devices stay online. */
  'device-channel-offline': {
    /** Default: 1. */
    channel?: number
  }
  /** Starts a device fault: gpsLost, stuckSensor, weakSignal … */
  'device-trouble': {
    trouble?: 'offline' | 'flapping' | 'gpsLost' | 'stuckSensor' | 'clockDrift' | 'lowBattery' | 'weakSignal' | 'duplicateReports' | 'lateReports' | 'silent' | 'busy' | 'paramFault' | 'channelOffline'
    amount?: number
  }
  /** Sends packets of devices on a wire with a wrong check. */
  'wire-bad-crc': Record<string, never>
  /** Sends packets of devices on a wire in pieces. */
  'wire-split': {
    /** Default: 3. */
    pieces?: number
    /** Default: 40. */
    gapMs?: number
  }
  /** Slows connections of devices on a wire down: bytes trickle. */
  'wire-slow': {
    /** Default: 300. */
    bytesPerSecond?: number
    /** Default: 0. */
    delayMs?: number
  }
  /** Resets connections of devices on a wire in the middle of a packet. */
  'wire-reset': {
    /** Default: 0.5. */
    share?: number
  }
  /** Freezes the picture of streams, which continue. */
  'media-freeze': Record<string, never>
  /** Makes the pictures of streams black. */
  'media-black': Record<string, never>
  /** Makes streams hang: nothing arrives, then everything at once. */
  'media-stall': Record<string, never>
  /** Delays the first picture of opened streams. */
  'media-late-key': {
    /** Default: 3000. */
    delayMs?: number
  }
  /** Makes time stamps of streams jump ahead at key frames. */
  'media-time-jump': {
    /** Default: 5000. */
    jumpMs?: number
  }
  /** Breaks connections of viewers at key frames. */
  'media-cut': Record<string, never>
  /** Changes the picture size of running streams, and back. */
  'media-codec': {
    /** Default: 320. */
    width?: number
    /** Default: 180. */
    height?: number
  }
  /** Answers 404 when started streams are opened. */
  'media-404': Record<string, never>
  /** Loses RTP packets that devices send over UDP. */
  'rtp-loss': {
    /** Default: 1. */
    burst?: number
  }
  /** Sends RTP packets of devices over UDP more than once. */
  'rtp-duplicate': {
    /** Default: 1. */
    copies?: number
  }
  /** Lets later RTP packets of devices over UDP overtake a packet. */
  'rtp-reorder': {
    /** Default: 1. */
    by?: number
  }
  /** Loses SIP datagrams between own cameras and the platform that they register at. */
  'sip-loss': {
    /** Default: 1. */
    burst?: number
    /** Default: "both". */
    direction?: 'both' | 'sent' | 'received'
  }
  /** Delivers SIP datagrams between own cameras and the platform that they register at more than once. */
  'sip-duplicate': {
    /** Default: 1. */
    copies?: number
    /** Default: "both". */
    direction?: 'both' | 'sent' | 'received'
  }
  /** Delays SIP datagrams between own cameras and the platform that they register at. */
  'sip-delay': {
    /** Default: 500. */
    delayMs?: number
    /** Default: 0. */
    jitterMs?: number
    /** Default: "both". */
    direction?: 'both' | 'sent' | 'received'
  }
  /** Lets the platform's writes fail as on a full disk; reads continue. */
  'disk-full': Record<string, never>
  /** Slows the platform's commits down, one after the other. */
  'slow-disk': {
    /** Default: 500. */
    delayMs?: number
    /** Default: 0. */
    jitterMs?: number
  }
  /** Sets the clock of the platform's machine wrong: its reported time, and the expiry of sign-ins. */
  'clock-skew': {
    /** Default: 300000. */
    offsetMs?: number
  }
}
