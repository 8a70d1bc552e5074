import { z } from 'zod'

/** Several of some names with commas between them. */
export const listOf = <T extends string>(names: readonly T[]) =>
  z
    .string()
    .max(200)
    .transform((text, context): T[] => {
      const given = text.split(',').filter((name) => name !== '')
      const strange = given.find((name) => !(names as readonly string[]).includes(name))
      if (strange === undefined) return given as T[]
      context.addIssue({ code: 'custom', message: `there is no '${strange}': ${names.join(', ')}` })
      return z.NEVER
    })
