// The least that a server of streams can do: each of so many streams is a buffer that is written to each of its sockets at
// the pace of pictures and of sound. Arguments: port, streams, bytes of a picture, pictures a second, bytes of a sound
// frame, frames a second.
import { createServer } from 'node:net'

const [port, streams, pictureBytes, pictureRate, soundBytes, soundRate] = process.argv.slice(2).map(Number)
const viewers = Array.from({ length: streams }, () => [])
let next = 0
createServer({ noDelay: true }, (socket) => {
  viewers[next++ % streams].push(socket)
  socket.on('error', () => socket.destroy())
}).listen(port, '127.0.0.1')

for (const sockets of viewers) {
  for (const [bytes, rate] of [
    [pictureBytes, pictureRate],
    [soundBytes, soundRate],
  ]) {
    const chunk = Buffer.alloc(bytes, 7)
    setTimeout(
      () =>
        setInterval(() => {
          for (const socket of sockets) socket.write(chunk)
        }, 1000 / rate),
      Math.random() * 100,
    )
  }
}
