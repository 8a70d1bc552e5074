import { offsetLine, ribbon } from './polygon.ts'

/**
 * A river or canal on the drawing board: a single-valued curve over one axis, tabulated, so that depth is a look-up
 * and polygon, banks and depth agree.
 */
export type Course = {
  along: 'u' | 'v'
  from: number
  to: number
  stepM: number
  centre: Float64Array
  halfWidth: Float64Array
}

export function createCourse(
  along: 'u' | 'v',
  from: number,
  to: number,
  centre: (s: number) => number,
  halfWidth: (s: number) => number,
): Course {
  const stepM = 25
  const n = Math.max(2, Math.floor((to - from) / stepM) + 1)
  const course: Course = {
    along,
    from,
    to: from + (n - 1) * stepM,
    stepM,
    centre: new Float64Array(n),
    halfWidth: new Float64Array(n),
  }
  for (let i = 0; i < n; i++) {
    course.centre[i] = centre(from + i * stepM)
    course.halfWidth[i] = halfWidth(from + i * stepM)
  }
  return course
}

/** How far inside the water a point lies, metres; negative on land (about the distance to the bank). */
export function courseDepth(course: Course, u: number, v: number): number {
  const s = course.along === 'u' ? u : v
  const across = course.along === 'u' ? v : u
  if (s < course.from || s > course.to) return -1e9
  const f = (s - course.from) / course.stepM
  const i = Math.min(course.centre.length - 2, Math.floor(f))
  const t = f - i
  const c0 = course.centre[i]!
  const slope = (course.centre[i + 1]! - c0) / course.stepM
  const off = Math.abs(across - c0 - slope * course.stepM * t) / Math.sqrt(1 + slope * slope)
  const half = course.halfWidth[i]! * (1 - t) + course.halfWidth[i + 1]! * t
  return half - off
}

/** The middle of the water as (u, v) points between two positions along the course, every `every` table steps. */
export function courseLine(course: Course, from: number, to: number, every: number): number[] {
  const out: number[] = []
  const i0 = Math.max(0, Math.ceil((from - course.from) / course.stepM))
  const i1 = Math.min(course.centre.length - 1, Math.floor((to - course.from) / course.stepM))
  for (let i = i0; i <= i1; i += every) {
    const s = course.from + i * course.stepM
    if (course.along === 'u') out.push(s, course.centre[i]!)
    else out.push(course.centre[i]!, s)
  }
  return out
}

/** The bank moved outwards by `outM`, on the left (+1) or right (-1) of the direction of growing position. */
export function courseBank(
  course: Course,
  from: number,
  to: number,
  side: 1 | -1,
  outM: number,
  every = 3,
): number[] {
  const line = courseLine(course, from, to, every)
  const i0 = Math.max(0, Math.ceil((from - course.from) / course.stepM))
  return offsetLine(line, (i) => side * (course.halfWidth[i0 + i * every]! + outM))
}

export function courseRing(course: Course, from: number, to: number): number[] {
  return ribbon(courseBank(course, from, to, 1, 0), courseBank(course, from, to, -1, 0))
}
