// The least that UDP costs, in a process of its own.
//   echo BYTES             answers each datagram with one of so many bytes; prints its port
//   ask PORT BYTES RATE    sends so many datagrams of so many bytes a second, and takes the answers
//   take                   takes datagrams; prints its port
//   send PORT BYTES RATE BURST   sends so many bursts a second, each of so many datagrams
// `ask`, `take` and `send` print their counts as a line of JSON for each line on standard input.
import { createSocket } from 'node:dgram'
import { createInterface } from 'node:readline'

const [mode, ...numbers] = process.argv.slice(2)
const counts = { sent: 0, received: 0, bytes: 0 }
const socket = createSocket('udp4')
/** A tick: what is due since the start is sent. */
const TICK_MS = 10

socket.on('message', (datagram, from) => {
  counts.received++
  counts.bytes += datagram.length
  if (mode !== 'echo') return
  socket.send(answer, from.port, from.address)
})
const answer = Buffer.alloc(mode === 'echo' ? Number(numbers[0]) : 0, 7)
socket.bind(0, '127.0.0.1', () => {
  try {
    socket.setRecvBufferSize(2 * 1024 * 1024)
  } catch {
    // The system's own size serves too.
  }
  if (mode === 'ask' || mode === 'send') pour()
  console.log(socket.address().port)
})
createInterface({ input: process.stdin }).on('line', () => console.log(JSON.stringify(counts)))

function pour() {
  const [port, bytes, rate, burst = 1] = numbers.map(Number)
  const datagram = Buffer.alloc(bytes, 7)
  const began = performance.now()
  let done = 0
  setInterval(() => {
    const due = Math.floor(((performance.now() - began) / 1000) * rate)
    for (; done < due; done++)
      for (let i = 0; i < burst; i++) {
        counts.sent++
        socket.send(datagram, port, '127.0.0.1')
      }
  }, TICK_MS)
}
