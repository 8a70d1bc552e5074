/** Wires whose packets can be captured: each is an interface of the file, by this name. */
export const CAPTURED_WIRES = ['hj212', 'jt808', 'jt1078', 'mqtt', 'modbus', 'gb28181', 'rtsp'] as const
export type CapturedWire = (typeof CAPTURED_WIRES)[number]

/** What each wire's interface is called in words. */
export const CAPTURED_WIRE_TITLES: Readonly<Record<CapturedWire, string>> = {
  hj212: 'HJ 212',
  jt808: 'JT/T 808',
  jt1078: 'JT/T 1078',
  mqtt: 'MQTT',
  modbus: 'Modbus TCP',
  gb28181: 'GB/T 28181 (SIP, RTP)',
  rtsp: 'RTSP (RTP)',
}
