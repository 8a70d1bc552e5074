// A step as one can do it again by hand.
import type { FuzzRequest } from './http-requests.ts'
import type { Rig } from './rig.ts'
import type { SocketStep } from './socket-steps.ts'
import type { WireStep } from './wire-steps.ts'

export type Step = FuzzRequest | SocketStep | WireStep

const LONGEST = 1500

export function tellStep(step: Step, rig: Rig): string {
  if (step.kind === 'http') {
    const headers = Object.entries(step.headers).map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`)
    const body = step.body === undefined ? [] : [`--data-binary ${quoted(step.body.toString('latin1'))}`]
    const parts = [`curl -X ${step.method}`, ...headers, ...body, quoted(`${rig.url}${step.path}`)]
    return `${step.call ?? 'no call'} as ${step.role}:\n  ${parts.join(' ')}`
  }
  if ('frames' in step) {
    const frames = step.frames.map(
      (frame) => `  ${cut(typeof frame === 'string' ? frame : `hex ${frame.toString('hex')}`)}`,
    )
    const who = step.signsIn
      ? `signed in${step.kind === 'talk' ? ` to ${step.service}` : ''}`
      : 'not signed in'
    return `${step.kind} as ${step.role}, ${who}:\n${frames.join('\n')}`
  }
  return `${step.kind}:\n${step.pieces.map((piece) => `  hex ${cut(piece.toString('hex'))}`).join('\n')}`
}

const quoted = (text: string) => `'${cut(text.replaceAll("'", "'\\''"))}'`
const cut = (text: string) =>
  text.length > LONGEST ? `${text.slice(0, LONGEST)}… (${text.length} signs)` : text
