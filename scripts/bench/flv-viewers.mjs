// Viewers of FLV over HTTP in a process of their own. Each line on standard input is a command; each answer one line.
//   {"open": [url, …], "each": n, "stalled": bool, "check": bool}   opens n viewers of each address
//   {"count": true}                                                  bytes so far, viewers open, gaps found
//   {"close": true}
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

let viewers = []
const sums = { bytes: 0, pictures: 0, gaps: 0, ended: 0 }

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line)
  if (command.open) {
    const wanted = command.open.flatMap((url) => Array.from({ length: command.each }, () => url))
    for (let at = 0; at < wanted.length; at += 50) {
      await Promise.all(wanted.slice(at, at + 50).map((url) => open(new URL(url), command)))
    }
  }
  if (command.close) {
    for (const socket of viewers) socket.destroy()
    viewers = []
  }
  const open_ = viewers.filter((socket) => !socket.destroyed).length
  console.log(JSON.stringify({ ...sums, viewers: open_ }))
}

function open(url, { stalled, check }) {
  return new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname)
    viewers.push(socket)
    socket.setNoDelay(true)
    socket.once('error', reject)
    socket.once('connect', () => {
      socket.write(`GET ${url.pathname}${url.search} HTTP/1.1\r\nHost: ${url.host}\r\n\r\n`)
    })
    const look = check ? createReader() : undefined
    socket.on('close', () => sums.ended++)
    socket.once('data', (chunk) => {
      if (!chunk.toString('latin1', 0, 15).startsWith('HTTP/1.1 200')) {
        reject(new Error(chunk.toString('latin1', 0, 200)))
        return
      }
      if (stalled) socket.pause()
      else
        socket.on('data', (more) => {
          sums.bytes += more.length
          look?.(more)
        })
      look?.(chunk)
      resolve()
    })
  })
}

/** Follows the timestamps of pictures: one that comes later than the usual distance after the one before is a gap. */
function createReader() {
  let held = Buffer.alloc(0)
  let state = 'head'
  let lastMs
  return (chunk) => {
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    if (state === 'head') {
      const end = held.indexOf('\r\n\r\n')
      if (end < 0) return
      if (/transfer-encoding/i.test(held.toString('latin1', 0, end)))
        throw new Error('chunked: cannot be checked')
      held = held.subarray(end + 4)
      state = 'flv'
    }
    if (state === 'flv') {
      if (held.length < 13) return
      held = held.subarray(13)
      state = 'tags'
    }
    while (held.length >= 11) {
      const size = held.readUIntBE(1, 3)
      if (held.length < size + 15) return
      // Enhanced FLV has the kind of packet in the first byte: 1 and 3 are coded frames.
      const kind = held[11] & 0x80 ? held[11] & 15 : held[12]
      const isPicture = held[0] === 9 && (kind === 1 || kind === 3)
      if (isPicture) {
        const atMs = held.readUIntBE(4, 3) + held[7] * 0x1000000
        sums.pictures++
        // Pictures of the present come every 83 ms; those of the past that a newcomer gets at once are closer.
        if (lastMs !== undefined && atMs - lastMs > 130) sums.gaps++
        lastMs = atMs
      }
      held = held.subarray(size + 15)
    }
  }
}
