import { NewController } from '@backlot/contract/sense-controllers/entities'
import {
  bytesOf,
  hexText,
  REGISTERS_A_QUANTITY,
  readScript,
  scriptOf,
} from '@backlot/contract/sense-controllers/modbus'
import { Button, Form, Input, Space } from 'antd'
import { rulesOf } from '../../features/table-screen/field-rules.ts'
import type { Translate } from '../../language/language.ts'
import './script-field.css'

type Props = {
  t: Translate<'senseControllers'>
  /** Given by the form. */
  id?: string
  value?: string
  onChange?: (script: string) => void
}

/** A command script in hex: its meaning, and a button that writes it from the other fields. */
export function ScriptField({ t, id, value = '', onChange }: Props) {
  const form = Form.useFormInstance<{ address: number | null; codes: string[] }>()
  const address = Form.useWatch('address', form) ?? null
  const codes = Form.useWatch('codes', form) ?? []
  const read = readScript(value)
  const workOut = () => {
    // The chosen function and first register stay.
    const { fn, start } = typeof read === 'object' ? read : { fn: 3, start: 0 }
    onChange?.(scriptOf({ address: address ?? 1, fn, start, count: codes.length * REGISTERS_A_QUANTITY }))
  }
  const tidy = () => {
    const bytes = bytesOf(value)
    if (bytes && bytes.length > 0 && hexText(bytes) !== value) onChange?.(hexText(bytes))
  }
  return (
    <>
      <Space.Compact block>
        <Input
          id={id ?? ''}
          className="script-input"
          value={value}
          maxLength={rulesOf(NewController.shape.script).maxLength}
          autoComplete="off"
          spellCheck={false}
          placeholder="01 03 00 00 00 02 C4 0B"
          onChange={(event) => onChange?.(event.target.value)}
          onBlur={tidy}
        />
        <Button disabled={address === null || codes.length === 0} onClick={workOut}>
          {t('workOut')}
        </Button>
      </Space.Compact>
      {typeof read === 'object' && (
        <p className="script-says">
          {t('scriptSays', {
            ...read,
            fn: String(read.fn).padStart(2, '0'),
            last: read.start + read.count - 1,
          })}
        </p>
      )}
    </>
  )
}
