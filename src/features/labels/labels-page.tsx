import { useUnit } from 'effector-react'
import { useEffect, useRef, useState, type CSSProperties, type FormEvent } from 'react'
import { cleanLabelName, labelColors, labelKey, MAX_LABEL_NAME } from '../../contract/label-names.ts'
import type { CommandArgs } from '../../core/index.ts'
import { registry } from '../../model/app/index.ts'
import { $labelCounts, $labels, type UserLabel } from '../../model/labels/index.ts'
import {
  Button,
  DeleteIcon,
  EditIcon,
  EmptyState,
  IconButton,
  LabelChip,
  Select,
  TagIcon,
  TextField,
  useTranslation,
} from '../../ui/index.ts'
import './labels.css'

/** All labels of the user, in the order of their names. */
export function LabelsPage() {
  const { t } = useTranslation(['app', 'common', 'shortcuts'])
  const [labels, invoke] = useUnit([$labels, registry.commandInvoked])
  const run = (id: string, args: CommandArgs) => invoke({ id: `label:${id}`, source: 'button', args })
  const page = useRef<HTMLDivElement>(null)
  const focusedRow = useRef<number | null>(null)
  // A row that is deleted takes the focus along: the next one has it, or the field for a new label.
  useEffect(() => {
    if (focusedRow.current === null || document.activeElement !== document.body) return
    const buttons = page.current?.querySelectorAll<HTMLElement>('[data-command-id="label:delete"]') ?? []
    const next = buttons[Math.min(focusedRow.current, buttons.length - 1)]
    ;(next ?? page.current?.querySelector<HTMLElement>('.labels-new input'))?.focus()
  }, [labels.length])
  return (
    <div ref={page}>
      <p>{t('labels.about')}</p>
      <NewLabel labels={labels} onCreate={(label) => run('create', { label, color: 'none' })} />
      {labels.length === 0 ? (
        <EmptyState icon={<TagIcon />} title={t('labels.none')} description={t('labels.noneAbout')} />
      ) : (
        <ul>
          {labels.map((label, at) => (
            <LabelRow
              key={labelKey(label.name)}
              label={label}
              run={run}
              onFocus={() => (focusedRow.current = at)}
            />
          ))}
        </ul>
      )}
    </div>
  )
}

type Run = (id: string, args: CommandArgs) => void

type LabelRowProps = { readonly label: UserLabel; readonly run: Run; readonly onFocus: () => void }

function LabelRow({ label, run, onFocus }: LabelRowProps) {
  const { t } = useTranslation(['app', 'common', 'shortcuts'])
  const counts = useUnit($labelCounts)
  const { name, color } = label
  const args = JSON.stringify({ label: name })
  const { entries = 0, unread = 0 } = counts[labelKey(name)] ?? {}
  const choices = ['none', ...labelColors].map((value) => ({
    value,
    label: value === 'none' ? t('labels.noColor') : t(`accents.${value}`, { ns: 'shortcuts' }),
  }))
  return (
    <li
      className="labels-row"
      onFocus={onFocus}
      style={{ '--depth': name.split('/').length - 1 } as CSSProperties}
    >
      <span className="labels-name">
        <LabelChip name={name} color={color} />
      </span>
      <span className="labels-count">
        {t('labels.entries', { count: entries })}
        {unread > 0 && ` · ${t('common:noun.unread', { count: unread })}`}
      </span>
      <Select
        label={t('labels.colorOf', { name })}
        hideLabel
        value={color ?? 'none'}
        choices={choices}
        onChange={(value) => run('recolor', { label: name, color: value })}
      />
      <IconButton
        label={t('labels.rename', { name })}
        icon={<EditIcon aria-hidden="true" />}
        commandId="label:rename"
        data-command-args={args}
      />
      <IconButton
        label={t('labels.delete', { name })}
        icon={<DeleteIcon aria-hidden="true" />}
        commandId="label:delete"
        data-command-args={args}
      />
    </li>
  )
}

type NewLabelProps = {
  readonly labels: readonly UserLabel[]
  readonly onCreate: (name: string) => void
}

function NewLabel({ labels, onCreate }: NewLabelProps) {
  const { t } = useTranslation('app')
  const [typed, setTyped] = useState('')
  const name = cleanLabelName(typed)
  const exists = name !== null && labels.some((one) => labelKey(one.name) === labelKey(name))
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (name === null || exists) return
    onCreate(name)
    setTyped('')
  }
  return (
    <form className="labels-new" onSubmit={submit}>
      <TextField
        label={t('labels.new')}
        hint={t('labels.nesting')}
        error={exists ? t('labels.exists') : undefined}
        value={typed}
        maxLength={MAX_LABEL_NAME}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Button type="submit" disabled={name === null || exists}>
        {t('labels.create')}
      </Button>
    </form>
  )
}
