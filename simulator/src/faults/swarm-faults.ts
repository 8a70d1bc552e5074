/** Faults of the wire for devices that live without a platform: the same code, aimed at all of them. */
import { hashText, uniform } from '../world/hash.ts'
import type { WireFault } from './define-wire-fault.ts'
import { wireBadCrc } from './wire-bad-crc.ts'
import { WireFaults } from './wire-faults.ts'
import { wireReset } from './wire-reset.ts'
import { wireSlow } from './wire-slow.ts'
import { wireSplit } from './wire-split.ts'

export type SwarmFaultOrder = { name: string; probability: number; parameters: Record<string, unknown> }

const PREFIX = 'wire-'
const KINDS: ReadonlyMap<string, Pick<WireFault, 'parameters' | 'stage'> & { effect: WireFault['effect'] }> =
  new Map(
    [wireBadCrc, wireSplit, wireSlow, wireReset].map((kind) => [
      kind.fault.name.slice(PREFIX.length),
      kind as WireFault,
    ]),
  )

/**
 * `name:probability,parameter=number…`, each part behind the name optional: `bad-crc:0.01`,
 * `slow:1,bytesPerSecond=200`. Answers a fault as a sentence.
 */
export function readSwarmFault(text: string): SwarmFaultOrder | string {
  const [head = '', ...pairs] = text.split(',')
  const [given = '', share = '1'] = head.split(':')
  const name = given.startsWith(PREFIX) ? given.slice(PREFIX.length) : given
  const kind = KINDS.get(name)
  if (!kind) return `there is no fault '${given}'. There are: ${[...KINDS.keys()].join(', ')}`
  const probability = share.trim() === '' ? Number.NaN : Number(share)
  if (!(probability > 0 && probability <= 1)) return `'${share}': a probability is above 0 and at most 1`
  const parameters = kind.parameters.safeParse(
    Object.fromEntries(pairs.map((pair) => [pair.split('=')[0], Number(pair.split('=')[1])])),
  )
  if (parameters.success) return { name, probability, parameters: parameters.data }
  const [issue] = parameters.error.issues
  return `${[name, ...(issue?.path ?? [])].join('.')}: ${issue?.message}`
}

export type SwarmFaults = {
  wire: WireFaults
  /** How often each struck, in the order given. */
  struck(): { fault: string; struck: number }[]
}

/** Holds the faults; their dice follow from the seed. */
export function holdSwarmFaults(orders: readonly SwarmFaultOrder[], seed: number): SwarmFaults {
  const wire = new WireFaults()
  const counts = orders.map(({ name, probability, parameters }, i) => {
    const kind = KINDS.get(name)
    if (!kind) throw new Error(`No fault ${name}`)
    const count = { fault: name, struck: 0 }
    let draws = 0
    const draw = () => uniform(seed, hashText(name), i, draws++)
    const strike = kind.effect(parameters, { draw })
    wire.attach(kind.stage, (packet, pieces) => {
      if (draw() >= probability) return pieces
      count.struck++
      return strike(packet, pieces)
    })
    return count
  })
  return { wire, struck: () => counts.map((count) => ({ ...count })) }
}
