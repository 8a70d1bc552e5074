import { z } from 'zod'

/** A whole number, or its decimal text: `--port ""` and `--port 80x` are mistakes, not zero. */
export const whole = (min: number, max: number) =>
  z
    .union([
      z.number(),
      z
        .string()
        .regex(/^-?\d+$/, 'must be a whole number')
        .transform(Number),
    ])
    .pipe(z.number().int().min(min).max(max))

/** 0 picks a free port. */
export const port = whole(0, 65_535)

/** 0 picks a free port, null is off. Left out: the usual one, or a free one when the port of HTTP is 0. */
export const optionalPort = z.union([z.null(), port]).optional()

/** `first-last`, both included. */
export const portRange = z
  .string()
  .regex(/^\d{1,5}-\d{1,5}$/, 'write first-last, such as 9000-9063')
  .transform((text) => {
    const [first = 0, last = 0] = text.split('-').map(Number)
    return { first, last }
  })
  .refine(
    ({ first, last }) => first > 0 && first <= last && last <= 65_535,
    'write first-last, such as 9000-9063',
  )

/** A port of something that is off unless it is asked for: 0 picks a free one, null is off. */
export const askedPort = z.union([z.null(), port]).default(null)
