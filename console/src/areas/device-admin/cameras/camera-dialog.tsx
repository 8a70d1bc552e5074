import {
  addCamera,
  discoverCameras,
  probeCamera,
  updateCamera,
} from '@backlot/contract/device-admin/camera-calls'
import type { AddedCamera, CameraCheck, ProbedCamera } from '@backlot/contract/device-admin/camera-entities'
import { useQuery } from '@tanstack/react-query'
import { Alert, Button, Form, Modal, Steps, Tooltip } from 'antd'
import { useEffect, useId, useMemo, useRef, useState } from 'react'
import { notify } from '../../../components/notifications/notify.ts'
import { useDiscardQuestion } from '../../../components/use-discard-question.ts'
import { isChanged } from '../../../features/table-screen/form-faults.ts'
import type { FormTreeNode } from '../../../features/table-screen/form-types.ts'
import { errorText } from '../../../language/error-text.ts'
import { useText } from '../../../language/language.ts'
import { request } from '../../../platform/client.ts'
import { guardPage } from '../../../platform/unsaved-changes.ts'
import { CameraAccess } from './camera-access.tsx'
import { type CameraEntry, chosenProfiles, nameFor, toldFault } from './camera-choices.ts'
import { cameraChangeBody, cameraFieldRules, newCameraBody } from './camera-fields.ts'
import { CameraSetup } from './camera-setup.tsx'
import { TestPicture } from './test-picture.tsx'
import '../../../features/table-screen/form-dialog.css'
import './camera-dialog.css'

/** Discovery hears cameras for so long. */
const SEARCH_S = 3

type CameraDialogProps = {
  /** The camera to be changed; undefined: a new one. */
  added: AddedCamera | undefined
  groups: readonly FormTreeNode[]
  groupId: number | undefined
  onClose(): void
  onChanged(): void
}

/** A real camera is found, probed, looked at and added, or the access to one is changed. */
export function CameraDialog({ added, groups, groupId, onClose, onChanged }: CameraDialogProps) {
  const t = useText('cameras')
  const shell = useText('shell')
  const askToDiscard = useDiscardQuestion()
  const [form] = Form.useForm<CameraEntry>()
  const [initial] = useState(() => entryOf(added, groupId))
  const [probed, setProbed] = useState<{ check: CameraCheck; camera: ProbedCamera; turn: number }>()
  const [step, setStep] = useState<'access' | 'setup'>('access')
  const [busy, setBusy] = useState<'probing' | 'saving'>()
  const [refusal, setRefusal] = useState<string>()
  const suggested = useRef('')
  const asking = useRef<AbortController>(undefined)
  const formId = useId()
  const entry = { ...initial, ...Form.useWatch((values) => values, { form, preserve: true }) }
  const changed = isChanged(initial, entry)
  useEffect(() => (changed ? guardPage() : undefined), [changed])
  useEffect(() => () => asking.current?.abort(), [])
  const found = useQuery({
    queryKey: ['foundCameras'],
    queryFn: ({ signal }) => request(discoverCameras, { body: { seconds: SEARCH_S }, signal }),
    enabled: !added,
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  })
  const rules = useMemo(() => cameraFieldRules(form, added, { t, shell }), [form, added, t, shell])

  // biome-ignore lint/correctness/useExhaustiveDependencies: when another step is shown, not when it is drawn again
  useEffect(() => {
    if (!probed) return
    form.focusField(step === 'access' ? 'address' : added ? 'mainProfile' : 'name')
  }, [step])

  const stopProbing = () => {
    asking.current?.abort()
    asking.current = undefined
    setBusy(undefined)
  }

  async function probe(values: CameraEntry): Promise<void> {
    const { address, username, password, transport } = values
    const check = { address, username, password, transport, ...(added && { sn: added.sn }) }
    const control = new AbortController()
    asking.current = control
    setBusy('probing')
    try {
      const { fault, detail, camera } = await request(probeCamera, { body: check, signal: control.signal })
      if (camera) goOn(check, camera)
      else if (fault) showAtField(toldFault(t, { fault, detail }, values))
    } catch (error) {
      if (!control.signal.aborted) setRefusal(errorText(error))
    } finally {
      if (asking.current === control) setBusy(undefined)
    }
  }

  function showAtField({ field, text }: ReturnType<typeof toldFault>): void {
    if (!field) {
      setRefusal(text)
      return
    }
    form.setFields([{ name: field, errors: [text] }])
    form.focusField(field)
  }

  function goOn(check: CameraCheck, camera: ProbedCamera): void {
    const { name, ...wanted } = form.getFieldsValue(true) as CameraEntry
    const foundName = found.data?.list.find(({ address }) => address === check.address)?.name
    const suggestion = nameFor(camera, foundName, check.address).slice(0, rules.maxLength('name'))
    // A name that was typed stays.
    const isOwn = name !== '' && name !== suggested.current
    suggested.current = suggestion
    form.setFieldsValue({
      ...chosenProfiles(camera.profiles, wanted),
      ...(!added && !isOwn && { name: suggestion }),
    })
    setProbed((before) => ({ check, camera, turn: (before?.turn ?? 0) + 1 }))
    setStep('setup')
  }

  async function save(values: CameraEntry): Promise<void> {
    setBusy('saving')
    try {
      const { fault, detail } = added
        ? await request(updateCamera, { body: updateCamera.body.parse(cameraChangeBody(values, added)) })
        : await request(addCamera, { body: addCamera.body.parse(newCameraBody(values)) })
      if (fault) setRefusal(toldFault(t, { fault, detail }, values).text)
      else {
        void notify.success(t(added ? 'saved' : 'added', { name: added?.name ?? values.name.trim() }))
        onClose()
      }
    } catch (error) {
      setRefusal(errorText(error))
    }
    setBusy(undefined)
    // Where no answer came, it may have been done all the same.
    onChanged()
  }

  function leave(): void {
    if (busy === 'saving') return
    if (changed) askToDiscard(onClose)
    else onClose()
  }

  const nothingToSave = added !== undefined && !changed
  return (
    <Modal
      open
      className="form-modal camera-dialog"
      width={720}
      title={added ? t('editTitle', { name: added.name }) : t('add')}
      onCancel={leave}
      afterOpenChange={(open) => {
        const begun = document.activeElement?.closest('.form-dialog')
        if (open && !begun) form.focusField('address')
      }}
      footer={
        <>
          {step === 'setup' && (
            <Button className="camera-back" disabled={busy === 'saving'} onClick={() => setStep('access')}>
              {t('back')}
            </Button>
          )}
          <Button disabled={busy === 'saving'} onClick={leave}>
            {shell('form.cancel')}
          </Button>
          {step === 'access' ? (
            <Button type="primary" htmlType="submit" form={formId} loading={busy === 'probing'}>
              {t('connect')}
            </Button>
          ) : (
            <Tooltip title={nothingToSave ? shell('form.unchanged') : undefined}>
              <Button
                type="primary"
                htmlType="submit"
                form={formId}
                disabled={nothingToSave}
                loading={busy === 'saving'}
              >
                {t(added ? 'save' : 'add')}
              </Button>
            </Tooltip>
          )}
        </>
      }
    >
      <Steps
        className="camera-steps"
        size="small"
        responsive={false}
        current={step === 'access' ? 0 : 1}
        items={[{ title: t('step.access') }, { title: t('step.setup') }]}
      />
      <Form
        form={form}
        name={formId}
        id={formId}
        layout="vertical"
        className="form-dialog"
        initialValues={initial}
        requiredMark={false}
        scrollToFirstError={{ focus: true }}
        onFinish={() => {
          const values = { ...initial, ...(form.getFieldsValue(true) as CameraEntry) }
          setRefusal(undefined)
          if (busy) return
          void (step === 'access' ? probe(values) : save(values))
        }}
        onValuesChange={(change: Partial<CameraEntry>) => {
          setRefusal(undefined)
          // Another entry is another question.
          if (busy === 'probing') stopProbing()
          if (change.mainProfile !== undefined && probed)
            form.setFieldsValue(chosenProfiles(probed.camera.profiles, form.getFieldsValue(true)))
        }}
      >
        {refusal && (
          <div className="form-dialog-refusal" ref={(shown) => shown?.scrollIntoView({ block: 'nearest' })}>
            <Alert type="error" showIcon title={refusal} />
          </div>
        )}
        {step === 'access' || !probed ? (
          <CameraAccess
            rules={rules}
            found={added ? undefined : found}
            address={entry.address}
            onChoose={({ address }) => {
              stopProbing()
              form.setFields([{ name: 'address', value: address, errors: [] }])
            }}
          />
        ) : (
          <CameraSetup
            camera={probed.camera}
            picture={
              <TestPicture
                check={{ ...probed.check, transport: entry.transport }}
                profile={entry.mainProfile}
                turn={probed.turn}
              />
            }
            mainProfile={entry.mainProfile}
            rules={rules}
            groups={added ? undefined : groups}
          />
        )}
      </Form>
    </Modal>
  )
}

const NEW_ENTRY: Omit<CameraEntry, 'groupId'> = {
  address: '',
  username: '',
  password: '',
  transport: 'auto',
  mainProfile: '',
  subProfile: '',
  keepTime: true,
  name: '',
}

function entryOf(added: AddedCamera | undefined, groupId: number | undefined): CameraEntry {
  if (!added) return { ...NEW_ENTRY, groupId }
  const { address, username, transport, mainProfile, subProfile, keepTime, name } = added
  return {
    ...{ address, username, password: '', transport, mainProfile, subProfile, keepTime, name },
    groupId: added.groupId,
  }
}
