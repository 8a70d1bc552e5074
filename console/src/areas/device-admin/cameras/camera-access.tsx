import type { FoundCamera } from '@backlot/contract/device-admin/camera-entities'
import { Form, Input } from 'antd'
import type { ComponentProps } from 'react'
import { useText } from '../../../language/language.ts'
import type { CameraFieldRules } from './camera-fields.ts'
import { FoundCameras } from './found-cameras.tsx'

type CameraAccessProps = {
  rules: CameraFieldRules
  /** Undefined: a camera that was added is changed, and none is looked for. */
  found: ComponentProps<typeof FoundCameras>['found'] | undefined
  address: string
  onChoose(camera: FoundCamera): void
}

/** Where a camera is, found or typed, and the account that it asks for. */
export function CameraAccess({ rules, found, address, onChoose }: CameraAccessProps) {
  const t = useText('cameras')
  return (
    <>
      {found && (
        <div className="form-dialog-whole">
          <FoundCameras found={found} value={address} onChoose={onChoose} />
        </div>
      )}
      <Form.Item
        {...rules('address')}
        className="form-dialog-whole"
        label={t('address')}
        extra={t('addressHint')}
      >
        <Input autoComplete="off" maxLength={rules.maxLength('address')} spellCheck={false} />
      </Form.Item>
      <Form.Item {...rules('username')} className="form-dialog-half" label={t('username')}>
        <Input autoComplete="off" maxLength={rules.maxLength('username')} spellCheck={false} />
      </Form.Item>
      <Form.Item
        {...rules('password')}
        className="form-dialog-half"
        label={t('password')}
        extra={found ? undefined : t('passwordStays')}
      >
        <Input.Password autoComplete="new-password" maxLength={rules.maxLength('password')} />
      </Form.Item>
    </>
  )
}
