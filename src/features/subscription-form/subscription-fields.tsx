import { useStoreMap } from 'effector-react'
import { useId, useRef } from 'react'
import { foldCase } from '../../core/fold-case.ts'
import { views, type View } from '../../contract/views.ts'
import { $subscriptions } from '../../model/subscriptions/index.ts'
import { Select, Switch, TextField, useTranslation } from '../../ui/index.ts'
import { folderNames } from './folders.ts'

export type SubscriptionValues = {
  readonly title: string
  readonly category: string
  readonly view: View
  readonly isPrivate: boolean
  /** Absent before it is followed: the server takes it with a change only. */
  readonly hideFromTimeline?: boolean
}
export type SubscriptionFieldsProps = {
  readonly values: SubscriptionValues
  readonly onChange: (values: SubscriptionValues) => void
  /** The feed's title, shown as the placeholder. */
  readonly ownTitle?: string | undefined
  /** The folder has the focus at first. */
  readonly focusFolder?: boolean
}

/** Fields of a subscription: title, folder, view, private. */
export function SubscriptionFields({ values, onChange, ownTitle, focusFolder }: SubscriptionFieldsProps) {
  const { t } = useTranslation(['app', 'common'])
  return (
    <>
      <TextField
        label={t('subscription.title')}
        hint={t('subscription.titleHint')}
        placeholder={ownTitle}
        value={values.title}
        onChange={(event) => onChange({ ...values, title: event.currentTarget.value })}
      />
      <FolderField
        value={values.category}
        onChange={(category) => onChange({ ...values, category })}
        autoFocus={focusFolder ?? false}
      />
      <ViewField value={values.view} onChange={(view) => onChange({ ...values, view })} />
      <Switch
        label={t('subscription.private')}
        hint={t('subscription.privateHint')}
        checked={values.isPrivate}
        onChange={(isPrivate) => onChange({ ...values, isPrivate })}
      />
      {values.hideFromTimeline !== undefined && (
        <Switch
          label={t('subscription.hidden')}
          hint={t('subscription.hiddenHint')}
          checked={values.hideFromTimeline}
          onChange={(hideFromTimeline) => onChange({ ...values, hideFromTimeline })}
        />
      )}
    </>
  )
}

type FolderFieldProps = {
  readonly value: string
  readonly onChange: (folder: string) => void
  readonly autoFocus?: boolean
}

/** A folder by name: existing ones are offered and completed while typing, a new name makes a new one. */
function FolderField({ value, onChange, autoFocus }: FolderFieldProps) {
  const { t } = useTranslation('app')
  const names = useStoreMap($subscriptions, (all) => folderNames(all.values()))
  const list = useId()
  // What the user typed, without the completed rest.
  const typed = useRef(value)
  const change = (input: HTMLInputElement) => {
    const text = input.value
    const completed = completeFolder(text, typed.current, names)
    typed.current = text
    if (completed) {
      input.value = completed.value
      input.setSelectionRange(completed.selectFrom, completed.value.length)
    }
    onChange(completed?.value ?? text)
  }
  const isNew = value.trim() !== '' && !names.includes(value.trim())
  return (
    <>
      <TextField
        label={t('subscription.folder')}
        hint={isNew ? t('subscription.newFolder', { name: value.trim() }) : t('subscription.folderHint')}
        placeholder={t('subscription.noFolder')}
        list={list}
        autoComplete="off"
        autoFocus={autoFocus}
        value={value}
        onChange={(event) => change(event.currentTarget)}
      />
      <datalist id={list}>
        {names.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
    </>
  )
}

/** One of the six views. */
export function ViewField({
  value,
  onChange,
}: {
  readonly value: View
  readonly onChange: (view: View) => void
}) {
  const { t } = useTranslation(['app', 'common'])
  return (
    <Select
      label={t('subscription.view')}
      value={String(value)}
      choices={views.map((name, at) => ({ value: String(at), label: t(`common:view.${name}`) }))}
      onChange={(view) => onChange(Number(view) as View)}
    />
  )
}

/**
 * Completes a typed folder name to the first existing one that begins with it, as an address bar does: the added rest is
 * selected, so that typing on replaces it.
 * @param previous the text before this change: nothing is completed when it became shorter
 * @returns null when nothing is to complete
 */
export function completeFolder(
  typed: string,
  previous: string,
  names: readonly string[],
): { readonly value: string; readonly selectFrom: number } | null {
  if (typed.trim() === '' || typed.length <= previous.length) return null
  const match = names.find((name) => name.length > typed.length && foldCase(name).startsWith(foldCase(typed)))
  return match === undefined ? null : { value: match, selectFrom: typed.length }
}
