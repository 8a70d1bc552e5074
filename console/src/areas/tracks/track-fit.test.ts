import { expect, test } from 'vitest'
import { type Box, TrackFit } from './track-fit.ts'

/** A map that records the boxes it is fitted to. */
function mapDouble() {
  const boxes: Box[] = []
  let place = { lng: 0, lat: 0, zoom: 3 }
  return {
    boxes,
    fit(box: Box) {
      boxes.push(box)
      place = { lng: (box[0] + box[2]) / 2, lat: (box[1] + box[3]) / 2, zoom: 12 }
    },
    place: () => place,
    move: () => {
      place = { ...place, lng: place.lng + 0.01 }
    },
  }
}
const track = (...display: number[]) => ({ track: {}, display: Float64Array.from(display) })
const A = track(116.4, 39.9, 116.5, 39.95)
const B = track(116.2, 39.8, 116.3, 40)
const C = track(116.6, 39.7)

test('the view fits all tracks that arrived, again with each that arrives later', () => {
  const map = mapDouble()
  const fit = new TrackFit(map)
  fit.show(1, [])
  fit.show(1, [A])
  fit.show(1, [A])
  fit.show(1, [A, B, C])
  expect(map.boxes).toEqual([
    [116.4, 39.9, 116.5, 39.95],
    [116.2, 39.7, 116.6, 40],
  ])
})

test('a map that the operator moved is left alone until the next search', () => {
  const map = mapDouble()
  const fit = new TrackFit(map)
  fit.show(1, [A])
  map.move()
  fit.show(1, [A, B])
  fit.resized([A, B])
  expect(map.boxes).toHaveLength(1)
  fit.show(2, [B])
  expect(map.boxes.at(-1)).toEqual([116.2, 39.8, 116.3, 40])
})

test('hiding and showing moves nothing, a new size of the map fits again', () => {
  const map = mapDouble()
  const fit = new TrackFit(map)
  fit.resized([])
  fit.show(1, [A, B])
  fit.show(1, [A])
  fit.show(1, [A, B])
  expect(map.boxes).toHaveLength(1)
  fit.resized([A, B])
  expect(map.boxes).toEqual([map.boxes[0], map.boxes[0]])
})

test('a track without positions is not waited for', () => {
  const map = mapDouble()
  new TrackFit(map).show(1, [track(), A])
  expect(map.boxes).toEqual([[116.4, 39.9, 116.5, 39.95]])
})
