import type { LngLat } from '../mercator.ts'
import {
  isComplete,
  isFull,
  type Shape,
  withoutVertex,
  withPoint,
  withVertexAfter,
  withVertexAt,
} from './shape.ts'

/** Steps that can be taken back. */
const MOST_STEPS = 100

/** A shape in the making, or being changed, with its state before each step. */
export type Draft = {
  shape: Shape
  past: readonly Shape[]
  /** No more points are taken. */
  ended: boolean
}

export type DraftStep =
  | { kind: 'add'; point: LngLat }
  /** Ends a line or polygon that is complete; else nothing. */
  | { kind: 'end' }
  /** `begins`: the first movement of a drag; the others of it are the same step. */
  | { kind: 'move'; vertex: number; to: LngLat; begins: boolean }
  | { kind: 'insert'; after: number; point: LngLat }
  | { kind: 'remove'; vertex: number }
  | { kind: 'undo' }

export function newDraft(type: Shape['type']): Draft {
  return { shape: { type, points: [], radius: 0 }, past: [], ended: false }
}

/** A draft of a shape that is there already. */
export function draftOf(shape: Shape): Draft {
  return { shape, past: [], ended: true }
}

/** The draft after a step; the same object when the step changes nothing. */
export function drafted(draft: Draft, step: DraftStep): Draft {
  const { shape, past, ended } = draft
  switch (step.kind) {
    case 'add': {
      if (ended) return draft
      const next = withPoint(shape, step.point)
      return { ...stepped(draft, next), ended: isFull(next) }
    }
    case 'end':
      return !ended && isComplete(shape) ? { ...draft, ended: true } : draft
    case 'move': {
      const next = withVertexAt(shape, step.vertex, step.to)
      return step.begins ? stepped(draft, next) : { ...draft, shape: next }
    }
    case 'insert':
      return stepped(draft, withVertexAfter(shape, step.after, step.point))
    case 'remove': {
      const next = withoutVertex(shape, step.vertex)
      return next === shape ? draft : stepped(draft, next)
    }
    case 'undo': {
      const before = past.at(-1)
      if (!before) return draft
      return { shape: before, past: past.slice(0, -1), ended: isComplete(before) && ended }
    }
  }
}

function stepped(draft: Draft, shape: Shape): Draft {
  return { ...draft, shape, past: [...draft.past, draft.shape].slice(-MOST_STEPS) }
}
