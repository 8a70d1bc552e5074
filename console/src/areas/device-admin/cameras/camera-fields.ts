import { CameraChange, NewCamera } from '@backlot/contract/device-admin/camera-entities'
import type { FormInstance, FormRule } from 'antd'
import { rulesOf } from '../../../features/table-screen/field-rules.ts'
import { fieldFault, schemaOf } from '../../../features/table-screen/form-faults.ts'
import type { Translate } from '../../../language/language.ts'
import { addressFaultText, type CameraEntry } from './camera-choices.ts'

type Name = keyof CameraEntry & string
type Added = { sn: string; version: number }

/** Properties of the form item of a field: its name and the contract's rules. */
export type CameraFieldRules = {
  (name: Name): { name: Name; rules: FormRule[] }
  /** As many characters as the contract takes. */
  maxLength(name: Name): number | undefined
}

/** Body of the call that adds a camera. */
export const newCameraBody = ({ mainProfile, subProfile, ...entry }: CameraEntry) => ({
  ...entry,
  ...(mainProfile && { mainProfile }),
  ...(subProfile && { subProfile }),
})

/** Body of the call that changes one; its name and group are changed elsewhere. */
export function cameraChangeBody(entry: CameraEntry, { sn, version }: Added) {
  const { name: _name, groupId: _groupId, password, ...body } = newCameraBody(entry)
  return { ...body, ...(password && { password }), sn, version }
}

/** Rules of the fields. */
export function cameraFieldRules(
  form: FormInstance<CameraEntry>,
  added: Added | undefined,
  texts: { t: Translate<'cameras'>; shell: Translate<'shell'> },
): CameraFieldRules {
  const schema = added ? CameraChange : NewCamera
  const toBody = (entry: CameraEntry) => (added ? cameraChangeBody(entry, added) : newCameraBody(entry))
  const validator = (name: Name) => async () => {
    const check = ({ address }: CameraEntry) =>
      name === 'address' ? addressFaultText(texts.t, address) : undefined
    const entry: CameraEntry = form.getFieldsValue(true)
    const fault = fieldFault({ schema, toBody }, { name, check }, entry, texts.shell)
    if (fault !== undefined) throw new Error(fault)
  }
  return Object.assign((name: Name) => ({ name, rules: [{ validator: validator(name) }] }), {
    maxLength: (name: Name) => rulesOf(schemaOf(schema, { name })).maxLength,
  })
}
