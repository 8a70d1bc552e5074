import type { BodyIn } from '@backlot/contract/call'
import { CODES } from '@backlot/contract/codes'
import { addDrawing, deleteDrawing, listDrawings, updateDrawing } from '@backlot/contract/map-drawings/calls'
import type { Drawing } from '@backlot/contract/map-drawings/entities'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useCallback } from 'react'
import { request } from '../../platform/client.ts'
import { PlatformReplyError } from '../../platform/platform-reply-error.ts'

const KEY = ['map', 'drawings']
const NO_DRAWINGS: Drawing[] = []

/** The user's drawings, and actions on them. Changes reject with PlatformReplyError. */
export function useDrawings() {
  const client = useQueryClient()
  const query = useQuery({
    queryKey: KEY,
    queryFn: async ({ signal }) => (await request(listDrawings, { signal })).list,
    retry: false,
  })
  const again = useCallback(() => client.invalidateQueries({ queryKey: KEY }), [client])
  return {
    list: query.data ?? NO_DRAWINGS,
    error: query.error,
    /** The platform keeps no drawings. */
    missing: query.error instanceof PlatformReplyError && query.error.code === CODES.notFound,
    async add(drawing: BodyIn<typeof addDrawing>): Promise<number> {
      const { id } = await request(addDrawing, { body: drawing })
      await again()
      return id
    },
    async update(change: BodyIn<typeof updateDrawing>): Promise<void> {
      // A refusal also means that the list has changed.
      await request(updateDrawing, { body: change }).finally(again)
    },
    async remove(id: number): Promise<void> {
      await request(deleteDrawing, { body: { id } }).finally(again)
    },
  }
}

export type Drawings = ReturnType<typeof useDrawings>
