import { describe, expect, it } from 'vitest'
import { distanceM, type LngLat } from '../mercator.ts'
import { type Draft, type DraftStep, drafted, draftOf, newDraft } from './draft.ts'
import { areaM2, isComplete, outlineOf, type Shape, sidesOf, verticesOf } from './shape.ts'

const A: LngLat = [116.4, 39.9]
const B: LngLat = [116.41, 39.9]
const C: LngLat = [116.41, 39.91]
const D: LngLat = [116.4, 39.91]

const after = (draft: Draft, ...steps: DraftStep[]) => steps.reduce(drafted, draft)
const add = (point: LngLat): DraftStep => ({ kind: 'add', point })
const polygon: Shape = { type: 'polygon', points: [A, B, C, D], radius: 0 }

describe('a shape in the making', () => {
  it('is done with one click as a point, with two as a circle or a rectangle', () => {
    expect(after(newDraft('point'), add(A))).toMatchObject({ ended: true, shape: { points: [A] } })
    const circle = after(newDraft('circle'), add(A), add(B))
    expect(circle.ended).toBe(true)
    expect(circle.shape.radius).toBeCloseTo(distanceM(A, B), 0)
    expect(after(newDraft('rectangle'), add(A), add(C))).toMatchObject({
      ended: true,
      shape: { points: [A, C] },
    })
    expect(after(newDraft('rectangle'), add(A)).ended).toBe(false)
  })

  it('ends as a line from two points and as a polygon from three, and not before', () => {
    expect(after(newDraft('polyline'), add(A), { kind: 'end' }).ended).toBe(false)
    expect(after(newDraft('polyline'), add(A), add(B), { kind: 'end' }).ended).toBe(true)
    expect(after(newDraft('polygon'), add(A), add(B), { kind: 'end' }).ended).toBe(false)
    expect(after(newDraft('polygon'), add(A), add(B), add(C), { kind: 'end' }).ended).toBe(true)
  })

  it('takes no point when it has ended', () => {
    const draft = after(newDraft('point'), add(A))
    expect(drafted(draft, add(B))).toBe(draft)
  })

  it('goes back point by point', () => {
    const undo: DraftStep = { kind: 'undo' }
    const draft = after(newDraft('polyline'), add(A), add(B), add(C), undo)
    expect(draft.shape.points).toEqual([A, B])
    expect(after(draft, undo, undo, undo).shape.points).toEqual([])
    expect(after(newDraft('circle'), add(A), add(B), undo)).toMatchObject({
      ended: false,
      shape: { radius: 0 },
    })
  })
})

describe('a shape that is changed', () => {
  it('moves one corner and leaves the very same others, in one step for the whole drag', () => {
    const draft = after(
      draftOf(polygon),
      { kind: 'move', vertex: 1, to: [116.42, 39.9], begins: true },
      { kind: 'move', vertex: 1, to: [116.43, 39.9], begins: false },
    )
    expect(draft.shape.points).toEqual([A, [116.43, 39.9], C, D])
    expect(draft.shape.points[0]).toBe(A)
    expect(drafted(draft, { kind: 'undo' }).shape).toBe(polygon)
  })

  it('gets a corner in the middle of a side, and loses corners down to a triangle', () => {
    const [, side] = sidesOf(polygon)
    const more = drafted(draftOf(polygon), { kind: 'insert', after: side!.after, point: side!.middle })
    expect(more.shape.points).toEqual([A, B, [116.41, 39.905], C, D])
    const less = after(more, { kind: 'remove', vertex: 0 }, { kind: 'remove', vertex: 0 })
    expect(less.shape.points).toHaveLength(3)
    expect(drafted(less, { kind: 'remove', vertex: 0 })).toBe(less)
    expect(sidesOf({ type: 'polyline', points: [A, B, C], radius: 0 })).toHaveLength(2)
  })

  it('keeps a rectangle a rectangle whichever corner is moved', () => {
    const rectangle: Shape = { type: 'rectangle', points: [A, C], radius: 0 }
    expect(verticesOf(rectangle)).toEqual([A, B, C, D])
    for (const vertex of [0, 1, 2, 3]) {
      const to: LngLat = [116.405, 39.905]
      const { shape } = drafted(draftOf(rectangle), { kind: 'move', vertex, to, begins: true })
      expect(verticesOf(shape)[vertex]).toEqual(to)
      expect(verticesOf(shape)[(vertex + 2) % 4]).toEqual(verticesOf(rectangle)[(vertex + 2) % 4])
    }
  })

  it('moves a circle by its centre and sizes it by its rim', () => {
    const circle: Shape = { type: 'circle', points: [A], radius: 500 }
    const rim = verticesOf(circle)[1] as LngLat
    expect(distanceM(A, rim)).toBeCloseTo(500, 3)
    expect(drafted(draftOf(circle), { kind: 'move', vertex: 0, to: B, begins: true }).shape).toMatchObject({
      points: [B],
      radius: 500,
    })
    const { radius } = drafted(draftOf(circle), { kind: 'move', vertex: 1, to: B, begins: true }).shape
    expect(radius).toBeCloseTo(distanceM(A, B), 0)
  })
})

describe('outlines', () => {
  it('draw a circle as a ring that is the radius away all round', () => {
    for (const point of outlineOf({ type: 'circle', points: [A], radius: 1234 })) {
      expect(distanceM(A, point)).toBeCloseTo(1234, 2)
    }
  })

  it('have the area of what they enclose', () => {
    const side = distanceM(A, B)
    const other = distanceM(B, C)
    expect(areaM2(polygon) / (side * other)).toBeCloseTo(1, 3)
    expect(areaM2({ type: 'circle', points: [A], radius: 100 })).toBeCloseTo(31_415.9, 1)
    expect(isComplete({ type: 'circle', points: [A], radius: 0 })).toBe(false)
  })
})
