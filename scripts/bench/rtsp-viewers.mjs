// Viewers of RTSP over TCP in a process of their own. Each line on standard input is a command; each answer one line.
//   {"open": [{"url", "user", "password"}, …], "each": n}   opens n viewers of each address
//   {"raw": port, "each": n}                                opens n sockets that only read
//   {"count": true}                                         bytes and packets so far, viewers open, gaps found
import { createHash } from 'node:crypto'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'

const sockets = []
const sums = { bytes: 0, packets: 0, gaps: 0 }
const md5 = (text) => createHash('md5').update(text).digest('hex')

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line)
  const openers = command.open
    ? command.open.flatMap((one) => Array.from({ length: command.each }, () => () => play(one)))
    : Array.from({ length: command.raw ? command.each : 0 }, () => () => readAll(command.raw))
  for (let at = 0; at < openers.length; at += 50)
    await Promise.all(openers.slice(at, at + 50).map((open) => open()))
  console.log(JSON.stringify({ ...sums, viewers: sockets.filter((socket) => !socket.destroyed).length }))
}

function readAll(port) {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', resolve)
    sockets.push(socket)
    socket.once('error', reject)
    socket.on('data', (chunk) => {
      sums.bytes += chunk.length
    })
  })
}

async function play({ url, user, password }) {
  const { hostname, port } = new URL(url.replace('rtsp:', 'http:'))
  const socket = connect(Number(port), hostname)
  sockets.push(socket)
  socket.setNoDelay(true)
  let held = Buffer.alloc(0)
  let last
  let answer = () => undefined
  socket.on('data', (chunk) => {
    sums.bytes += chunk.length
    held = held.length === 0 ? chunk : Buffer.concat([held, chunk])
    for (;;) {
      if (held[0] === 0x24) {
        if (held.length < 4) return
        const end = 4 + held.readUInt16BE(2)
        if (held.length < end) return
        if (held[1] === 0) {
          const sequence = held.readUInt16BE(6)
          if (last !== undefined && sequence !== ((last + 1) & 0xffff)) sums.gaps++
          last = sequence
          sums.packets++
        }
        held = held.subarray(end)
        continue
      }
      const head = held.indexOf('\r\n\r\n')
      if (head < 0) return
      const text = held.toString('latin1', 0, head)
      const end = head + 4 + Number(/content-length: (\d+)/i.exec(text)?.[1] ?? 0)
      if (held.length < end) return
      held = held.subarray(end)
      answer(text)
    }
  })
  await new Promise((resolve, reject) => socket.once('connect', resolve).once('error', reject))
  let cseq = 0
  let nonce
  const ask = (method, uri, ...more) => {
    const response = md5(`${md5(`${user}:Backlot:${password}`)}:${nonce}:${md5(`${method}:${uri}`)}`)
    const login = nonce
      ? [
          `Authorization: Digest username="${user}", realm="Backlot", nonce="${nonce}", uri="${uri}", response="${response}"`,
        ]
      : []
    socket.write([`${method} ${uri} RTSP/1.0`, `CSeq: ${++cseq}`, ...login, ...more, '', ''].join('\r\n'))
    return new Promise((resolve) => {
      answer = resolve
    })
  }
  nonce = /nonce="(\w+)"/.exec(await ask('DESCRIBE', url))[1]
  const set = await ask('SETUP', `${url}/trackID=0`, 'Transport: RTP/AVP/TCP;unicast;interleaved=0-1')
  const session = `Session: ${/Session: (\w+)/.exec(set)?.[1]}`
  await ask('SETUP', `${url}/trackID=1`, 'Transport: RTP/AVP/TCP;unicast;interleaved=2-3', session)
  const playing = await ask('PLAY', url, session)
  if (!playing.startsWith('RTSP/1.0 200')) throw new Error(playing)
}
