// Packets of MQTT clients, whole and in ways that no client has.

/** A control packet of MQTT 3.1.1: its first byte, its length, its content. */
function packet(first: number, ...parts: (Buffer | number[])[]): Buffer {
  const content = Buffer.concat(parts.map((part) => Buffer.from(part)))
  const length: number[] = []
  let left = content.length
  do {
    length.push((left % 128) + (left >= 128 ? 128 : 0))
    left = Math.floor(left / 128)
  } while (left > 0)
  return Buffer.concat([Buffer.of(first, ...length), content])
}

const text = (value: string): Buffer => {
  const bytes = Buffer.from(value)
  return Buffer.concat([Buffer.of(bytes.length >> 8, bytes.length & 0xff), bytes])
}

export function mqttPackets(): Buffer[] {
  const connect = (flags: number, ...fields: string[]) =>
    packet(0x10, text('MQTT'), [4, flags, 0, 60], ...fields.map(text))
  const publish = (topic: string, payload: string) => packet(0x30, text(topic), Buffer.from(payload))
  const hello = connect(0x02, 'fuzz')
  const behind = (...packets: Buffer[]) => Buffer.concat([hello, ...packets])
  return [
    hello,
    connect(0xc2, 'fuzz', 'FUZZ-1', 'secret'),
    connect(0x2e, 'fuzz', 'devices/FUZZ-2/telemetry', '{"alarm":"gas"}'),
    packet(0x10, text('MQTT'), [5, 2, 0, 60, 0], text('fuzz')),
    behind(
      publish('devices/FUZZ-1/telemetry', '{"temperature":21.5,"lng":116.4,"lat":39.9,"alarm":["noise"]}'),
    ),
    behind(publish('devices/FUZZ-1/telemetry', '{"ts":-1e308,"__proto__":{"alarm":1},"values":[[]]}')),
    behind(publish('devices/../telemetry', '{"temperature":1}'), publish('devices/FUZZ-1/status', 'offline')),
    behind(publish('$SYS/x/heartbeat', 'x')),
    behind(
      packet(0x34, text('devices/FUZZ-1/telemetry'), [0, 1], Buffer.from('{"pm25":3}')),
      packet(0x62, [0, 1]),
    ),
    behind(packet(0x82, [0, 1], text('#'), [1], text('$SYS/#'), [2]), packet(0xa2, [0, 2], text('#'))),
    behind(packet(0xc0), packet(0xe0)),
    Buffer.of(0x30, 0xff, 0xff, 0xff, 0x7f),
  ]
}
