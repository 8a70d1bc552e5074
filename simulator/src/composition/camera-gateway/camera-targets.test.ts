import { expect, test } from 'vitest'
import { createCameraTargets } from './camera-targets.ts'

const NAMES: Record<string, string[]> = {
  localhost: ['127.0.0.1'],
  'gate.city.example': ['10.1.0.5'],
  'mixed.city.example': ['198.41.0.4', '10.1.0.5'],
  'far.city.example': ['198.41.0.4'],
}
const resolve = (allowed: string[]) =>
  createCameraTargets(allowed, {
    ownPorts: () => [8080, 8554],
    ownAddresses: () => ['10.1.0.2'],
    resolve: async (name) => {
      const found = NAMES[name]
      if (!found) throw new Error('ENOTFOUND')
      return found.map((address) => ({ address, family: 4 }))
    },
  })

test.each([
  [['localhost'], '127.0.0.1', 8555, '127.0.0.1'],
  [['localhost'], 'localhost', 80, '127.0.0.1'],
  [['10.1.0.0/16'], '10.1.0.5', 554, '10.1.0.5'],
  [['10.1.0.0/16'], 'gate.city.example', 80, '10.1.0.5'],
  [['*.city.example'], 'far.city.example', 80, '198.41.0.4'],
])('with %j, %s:%i leads to %s', async (allowed, host, port, address) => {
  expect(await resolve(allowed)(host, port)).toBe(address)
})

test.each([
  [['localhost'], '10.1.0.5', 80],
  [['localhost'], '169.254.169.254', 80],
  [['localhost'], '127.0.0.1', 8080],
  [['localhost'], 'localhost', 8554],
  [['localhost'], '127.0.0.1', 22],
  [['10.1.0.0/16'], '10.1.0.2', 8080],
  [['*.city.example'], 'mixed.city.example', 80],
  [['*.city.example'], 'gate.city.example', 80],
  [['localhost'], 'nobody.example', 80],
])('with %j, %s:%i is refused', async (allowed, host, port) => {
  await expect(resolve(allowed)(host, port)).rejects.toMatchObject({ fault: 'notAllowed' })
})
