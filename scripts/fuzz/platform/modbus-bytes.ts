// Requests of Modbus masters, whole and with lengths that are wrong. None of them sets what other steps look at.
export function modbusRequests(): Buffer[] {
  const frame = (pdu: string, unit = 1, length = pdu.length / 2 + 1) => {
    const head = Buffer.alloc(7)
    head.writeUInt16BE(7, 0)
    head.writeUInt16BE(length, 4)
    head[6] = unit
    return Buffer.concat([head, Buffer.from(pdu, 'hex')])
  }
  return [
    frame('0400000002'),
    frame('0300000003', 2),
    frame('0100000001'),
    frame('0200000002', 247),
    frame('0500000000'),
    frame('060002ffff'),
    frame('1000000002040078ffff'),
    frame('0f000000010101'),
    frame('2b0e0100'),
    frame('04ffffffff'),
    frame('00', 255),
    frame('0400000002', 1, 65_535),
    Buffer.concat(Array.from({ length: 40 }, () => frame('0400000002'))),
  ]
}
