import { App } from 'antd'
import { type ReactNode, useState } from 'react'
import { FormDialog } from './form-dialog.tsx'
import type { FormDescription } from './form-types.ts'

type Options = {
  /** Called when a form was saved, and its success shown. */
  onSaved(): void
  /** Called when a form was closed without saving. */
  onCancelled?(): void
}

/** A form dialog for buttons outside a table screen: `openForm` opens a described form, `formDialog` is rendered. */
export function useFormDialog({ onSaved, onCancelled }: Options): {
  openForm: (form: FormDescription) => void
  formDialog: ReactNode
} {
  const { message } = App.useApp()
  const [form, setForm] = useState<FormDescription>()
  const formDialog = form && (
    <FormDialog
      description={form}
      onClose={() => {
        setForm(undefined)
        onCancelled?.()
      }}
      onSaved={(text) => {
        setForm(undefined)
        void message.success(text)
        onSaved()
      }}
    />
  )
  return { openForm: setForm, formDialog }
}
