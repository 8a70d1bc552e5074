import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { createUnsentBytes } from './unsent-bytes.ts'

function rig(limits = { perAddress: 1000, inAll: 2500 }) {
  const unsent = createUnsentBytes(limits)
  const open = (address: string) => {
    const socket = new PassThrough()
    let held = 0
    const tell = unsent.open(address, socket, () => held)
    return {
      socket,
      /** Bytes that are sent and, unless it reads them, wait. */
      send(bytes: number, { isRead = false } = {}) {
        if (!isRead) held += bytes
        tell(bytes)
      },
      read(bytes: number) {
        held -= bytes
      },
    }
  }
  return { unsent, open }
}

test('of an address that holds too much the socket is cut that has read nothing for longest', () => {
  const { unsent, open } = rig()
  const [reader, stuck, slow, other] = [open('a'), open('a'), open('a'), open('b')]
  other.send(900)
  stuck.send(200)
  slow.send(700)
  for (let i = 0; i < 100; i++) reader.send(1000, { isRead: true })
  slow.read(10)
  slow.send(60)
  expect(unsent.cuts()).toEqual({ address: 0, all: 0 })
  reader.send(200)
  const cut = [reader, stuck, slow, other].map(({ socket }) => socket.destroyed)
  expect(cut).toEqual([false, true, false, false])
  expect([unsent.held(), unsent.cuts()]).toEqual([1850, { address: 1, all: 0 }])
})

test('many addresses have a limit together', () => {
  const { unsent, open } = rig()
  const sockets = ['a', 'b', 'c', 'd'].map(open)
  for (const socket of sockets.slice(0, 3)) socket.send(800)
  expect(unsent.held()).toBe(2400)
  sockets[3]!.send(500)
  expect(sockets.filter(({ socket }) => socket.destroyed)).toHaveLength(1)
  expect([unsent.held(), unsent.cuts()]).toEqual([2100, { address: 0, all: 1 }])
})

test('a socket that closes is forgotten', async () => {
  const { unsent, open } = rig()
  const { socket, send } = open('a')
  send(900)
  socket.destroy()
  await new Promise((resolve) => socket.once('close', resolve))
  expect(unsent.held()).toBe(0)
  open('a').send(900)
  expect(unsent.cuts()).toEqual({ address: 0, all: 0 })
})
