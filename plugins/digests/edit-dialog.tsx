import { useMutation } from '@tanstack/react-query'
import { useUnit } from 'effector-react'
import { useState, type ComponentType, type FormEvent } from 'react'
import { queryProblem } from '../../src/plugin-api/client.ts'
import type { z } from '../../src/plugin-api/manifest.ts'
import {
  Button,
  Checkbox,
  Dialog,
  ErrorState,
  Notice,
  Select,
  SkeletonText,
  TextField,
  useFailure,
  useTranslation,
} from '../../src/plugin-api/ui.ts'
import { MAX_ENTRIES, type DigestInput } from './contract.ts'
import type { editProps } from './dialog-props.ts'
import type { DigestsModel } from './model.ts'
import { useDigests } from './queries.ts'
import './digests.css'

type EditProps = z.output<typeof editProps> & { readonly onClose: () => void }

const zoneHere = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** A new digest: every morning, in the time zone of this browser. */
const newDigest = (): DigestInput => ({
  name: '',
  query: 'is:unread',
  frequency: 'daily',
  weekday: 1,
  hour: 7,
  timeZone: zoneHere(),
  entries: 20,
  byMail: true,
  withEpub: false,
})

/** Makes a digest, or changes one. */
export const createEditDialog = (model: DigestsModel): ComponentType<EditProps> =>
  function EditDialog({ id, onClose }) {
    const { t } = useTranslation('digests')
    const failure = useFailure('digests')
    const { data: digests, isFetching, error } = useDigests(model)
    const stored = id === undefined ? newDigest() : digests?.find((digest) => digest.id === id)
    return (
      <Dialog
        open
        title={t(id === undefined ? 'makeTitle' : 'editTitle')}
        closeLabel={t('close')}
        onClose={onClose}
      >
        {stored ? (
          <EditForm model={model} id={id} stored={stored} onClose={onClose} />
        ) : isFetching ? (
          <SkeletonText lines={6} />
        ) : (
          <ErrorState title={t('noDigest')} description={error ? failure(error) : undefined} />
        )}
      </Dialog>
    )
  }

type FormProps = {
  readonly model: DigestsModel
  readonly id: string | undefined
  readonly stored: DigestInput
  readonly onClose: () => void
}

function EditForm({ model: { putFx }, id, stored, onClose }: FormProps) {
  const { t, i18n } = useTranslation('digests')
  const failure = useFailure('digests')
  const put = useUnit(putFx)
  const [digest, setDigest] = useState(stored)
  const [entries, setEntries] = useState(String(stored.entries))
  const [isChecked, setChecked] = useState(false)
  const { mutate, isPending, error } = useMutation({ mutationFn: put, onSuccess: onClose })
  const change = (part: Partial<DigestInput>) => setDigest((before) => ({ ...before, ...part }))
  const wrongQuery = queryProblem(digest.query)
  const here = zoneHere()
  const count = Number(entries)
  const isCount = Number.isInteger(count) && count >= 1 && count <= MAX_ENTRIES
  const isNamed = digest.name.trim() !== ''
  const submit = (event: FormEvent) => {
    event.preventDefault()
    setChecked(true)
    if (isNamed && isCount && !wrongQuery && !isPending)
      mutate({ ...digest, entries: count, ...(id !== undefined && { id }) })
  }
  return (
    <form className="ui-stack digests-form" noValidate onSubmit={submit}>
      <TextField
        label={t('nameLabel')}
        error={isChecked && !isNamed ? t('nameMissing') : undefined}
        autoFocus
        autoComplete="off"
        maxLength={80}
        value={digest.name}
        onChange={(event) => change({ name: event.currentTarget.value })}
      />
      <TextField
        label={t('query')}
        hint={t('queryHint')}
        error={wrongQuery ? t(wrongQuery.key, { ...wrongQuery.values }) : undefined}
        autoComplete="off"
        spellCheck={false}
        value={digest.query}
        onChange={(event) => change({ query: event.currentTarget.value })}
      />
      <div className="digests-when">
        <Select
          label={t('frequency')}
          value={digest.frequency}
          choices={[
            { value: 'daily', label: t('daily') },
            { value: 'weekly', label: t('weekly') },
          ]}
          onChange={(frequency) => change({ frequency })}
        />
        {digest.frequency === 'weekly' && (
          <Select
            label={t('weekday')}
            value={String(digest.weekday)}
            choices={weekdays(i18n.language)}
            onChange={(weekday) => change({ weekday: Number(weekday) })}
          />
        )}
        <Select
          label={t('hour')}
          value={String(digest.hour)}
          choices={hours(i18n.language)}
          onChange={(hour) => change({ hour: Number(hour) })}
        />
        <TextField
          label={t('entries')}
          error={isChecked && !isCount ? t('entriesProblem', { limit: MAX_ENTRIES }) : undefined}
          type="number"
          inputMode="numeric"
          min={1}
          max={MAX_ENTRIES}
          value={entries}
          onChange={(event) => setEntries(event.currentTarget.value)}
        />
      </div>
      <p className="ui-buttons ui-field-hint">
        {t('zone', { zone: digest.timeZone })}
        {digest.timeZone !== here && (
          <Button size="small" onClick={() => change({ timeZone: here })}>
            {t('useZone', { zone: here })}
          </Button>
        )}
      </p>
      <Checkbox
        label={t('byMail')}
        hint={t('byMailHint')}
        checked={digest.byMail}
        onChange={(byMail) => change({ byMail })}
      />
      {digest.byMail && (
        <Checkbox
          label={t('withEpub')}
          hint={t('withEpubHint')}
          checked={digest.withEpub}
          onChange={(withEpub) => change({ withEpub })}
        />
      )}
      {error && <Notice tone="danger">{failure(error)}</Notice>}
      <footer className="ui-buttons" data-align="end">
        <Button onClick={onClose}>{t('cancel')}</Button>
        <Button type="submit" variant="primary" busy={isPending}>
          {t(id === undefined ? 'make' : 'save')}
        </Button>
      </footer>
    </form>
  )
}

/** The 4th of January 1970 was a Sunday. */
const weekdays = (language: string) => {
  const name = new Intl.DateTimeFormat(language, { weekday: 'long', timeZone: 'UTC' })
  // Monday first.
  return [1, 2, 3, 4, 5, 6, 0].map((weekday) => ({
    value: String(weekday),
    label: name.format(Date.UTC(1970, 0, 4 + weekday)),
  }))
}

const hours = (language: string) => {
  const name = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit', timeZone: 'UTC' })
  return Array.from({ length: 24 }, (_, hour) => ({
    value: String(hour),
    label: name.format(Date.UTC(1970, 0, 1, hour)),
  }))
}
