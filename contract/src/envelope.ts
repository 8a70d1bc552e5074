import { z } from 'zod'

/** Every reply of the platform: `code` 0 is success; `msg` is shown otherwise. */
export function replySchema<T extends z.ZodType>(data: T) {
  return z.object({ code: z.number().int(), msg: z.string(), data: data.optional() })
}

/** A page of rows. `total` counts all rows that match, over all pages; lists may cap it (`totalCapped`). */
export function pageOf<T extends z.ZodType>(row: T) {
  return z.object({
    list: z.array(row),
    total: z.number().int().nonnegative(),
    currentPage: z.number().int().positive().optional(),
    pageSize: z.number().int().positive().optional(),
    /** Present when the platform stopped counting: the real total is at least `total`. */
    totalCapped: z.boolean().optional(),
  })
}

/** Paging of a query string (numbers arrive as text). */
export const pageQuery = (defaultSize: number, maxSize: number) => ({
  currentPage: z.coerce.number().int().min(1).default(1),
  pageSize: z.coerce.number().int().min(1).max(maxSize).default(defaultSize),
})

/** Data of a call that answers nothing but success. */
export const nothing = z.object({}).loose()
