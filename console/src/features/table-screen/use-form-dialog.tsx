import { type ReactNode, useState } from 'react'
import { notify } from '../../components/notifications/notify.ts'
import { FormDialog } from './form-dialog.tsx'
import type { FormDescription } from './form-types.ts'

type Options<Opened> = {
  /**
   * The form for the opened item. Called with every render, so that the form follows a record that somebody else
   * changes; undefined shows none.
   */
  describe(opened: Opened): FormDescription | undefined
  /** Called when a form was saved, and its success shown. */
  onSaved(): void
  /** Called when a form was closed without saving. */
  onCancelled?(): void
  /** Called when the platform refuses because somebody else changed or removed the record. */
  onOutdated(): void
}

/** A form dialog for buttons outside a table screen: `openForm` opens a described form, `formDialog` is rendered. */
export function useFormDialog<Opened extends object | string>({
  describe,
  onSaved,
  onCancelled,
  onOutdated,
}: Options<Opened>): {
  openForm: (opened: Opened) => void
  formDialog: ReactNode
} {
  const [opened, setOpened] = useState<Opened>()
  const form = opened && describe(opened)
  const formDialog = form && (
    <FormDialog
      description={form}
      onClose={() => {
        setOpened(undefined)
        onCancelled?.()
      }}
      onOutdated={onOutdated}
      onSaved={(text) => {
        setOpened(undefined)
        void notify.success(text)
        onSaved()
      }}
    />
  )
  return { openForm: (next) => setOpened(() => next), formDialog }
}
