import { useEffect, useRef, useState } from 'react'
import {
  Button,
  PasswordField,
  Select,
  Slider,
  Switch,
  TextArea,
  TextField,
  useTranslation,
} from '../../../ui/index.ts'
import type { SettingChoice, SettingField } from './field.ts'
import './setting-field.css'

export type SettingFieldProps = {
  readonly field: SettingField
  readonly value: unknown
  /** A value of the field's kind; of a secret the new text, empty to remove it. */
  readonly onChange: (value: unknown) => void
  /** What is wrong with a value, in words; null where nothing is. */
  readonly problemOf?: (value: unknown) => string | null
  /** A secret is set. */
  readonly isSet?: boolean
}

/** The field of a setting. What is chosen applies at once, what is written when it is left or by Enter. */
export function SettingFieldRow(props: SettingFieldProps) {
  const { kind, anchor } = props.field
  const isChoice = kind === 'choice' || 'choices' in props.field
  return (
    <div className="setting" data-setting={anchor} data-kind={isChoice ? 'choice' : kind}>
      <Control {...props} />
    </div>
  )
}

function Control({ field, value, onChange, problemOf = () => null, isSet = false }: SettingFieldProps) {
  const { t, i18n } = useTranslation(['settings', 'app', 'common'])
  const { name } = field
  const label = t(field.label)
  const hint = t(field.hint, { defaultValue: '' })
  const named = { name, label, hint }
  switch (field.kind) {
    case 'boolean':
      return <Switch {...named} checked={value === true} onChange={onChange} />
    case 'choice': {
      const textOf = (choice: SettingChoice): string => {
        if ('text' in choice) return choice.text
        return choice.note === undefined ? t(choice.label) : `${t(choice.label)} (${t(choice.note)})`
      }
      const choices = field.choices.map((choice) => ({ value: choice.value, label: textOf(choice) }))
      return <Select {...named} value={String(value)} choices={choices} onChange={onChange} />
    }
    case 'number': {
      if ('choices' in field) {
        const format = new Intl.NumberFormat(i18n.language)
        const chosen = Number(value)
        // A value that another version stored stays a choice.
        const all = field.choices.includes(chosen)
          ? field.choices
          : [...field.choices, chosen].toSorted((a, b) => a - b)
        const choices = all.map((choice) => ({ value: String(choice), label: format.format(choice) }))
        return (
          <Select
            {...named}
            value={String(value)}
            choices={choices}
            onChange={(text) => onChange(Number(text))}
          />
        )
      }
      if ('range' in field)
        return (
          <>
            <Slider
              label={label}
              {...field.range}
              value={Number(value)}
              valueText={`${Number(value)}${field.unit ?? ''}`}
              onChange={onChange}
            />
            <p className="ui-field-hint">{hint}</p>
          </>
        )
      return (
        <WrittenField
          {...named}
          code={false}
          value={String(value ?? '')}
          problemOf={(text) => problemOf(Number(text))}
          onSave={(text) => onChange(Number(text))}
        />
      )
    }
    case 'text':
      return (
        <WrittenField
          {...named}
          code={field.code === true}
          value={String(value ?? '')}
          problemOf={problemOf}
          onSave={onChange}
        />
      )
    case 'secret':
      return (
        <SecretField
          {...named}
          code={field.code === true}
          isSet={isSet}
          problemOf={problemOf}
          onSave={onChange}
        />
      )
  }
}

type Written = {
  readonly name: string
  readonly label: string
  readonly hint: string
  readonly code: boolean
  readonly value: string
  readonly problemOf: (text: string) => string | null
  readonly onSave: (text: string) => void
}

/** Saved when it is left, or by Enter where it is one line, and only when it is valid. */
function WrittenField({ code, value, problemOf, onSave, ...named }: Written) {
  const [text, setText] = useState(value)
  // The value follows later where it is stored elsewhere: leaving the field after Enter sends nothing again.
  const sent = useRef<string | null>(null)
  const former = useRef(value)
  useEffect(() => {
    const before = former.current
    former.current = value
    sent.current = null
    // As after an undo; what is being written stays.
    setText((now) => (now === before ? value : now))
  }, [value])
  const error = text === value ? null : problemOf(text)
  const save = () => {
    if (text === value || text === sent.current || error !== null) return
    sent.current = text
    onSave(text)
  }
  const field = { ...named, value: text, error: error ?? undefined, onBlur: save }
  if (code)
    return <TextArea {...field} code rows={8} onChange={(event) => setText(event.currentTarget.value)} />
  return (
    <TextField
      {...field}
      onChange={(event) => setText(event.currentTarget.value)}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
      }}
    />
  )
}

type Secret = Omit<Written, 'value'> & { readonly isSet: boolean }

function SecretField({ code, isSet, problemOf, onSave, ...named }: Secret) {
  const { t } = useTranslation(['app', 'common'])
  const [text, setText] = useState('')
  const error = text === '' ? null : problemOf(text)
  const save = () => {
    if (text === '' || error !== null) return
    onSave(text.trim())
    setText('')
  }
  const field = {
    ...named,
    value: text,
    placeholder: isSet ? t('app:plugin.secretSet') : '',
    error: error ?? undefined,
    autoComplete: 'off',
  }
  return (
    <div className="setting-with-buttons">
      {code ? (
        <TextArea {...field} code onChange={(event) => setText(event.currentTarget.value)} />
      ) : (
        <PasswordField
          {...field}
          revealLabel={t('common:action.show')}
          concealLabel={t('common:action.hide')}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter') save()
          }}
        />
      )}
      <Button onClick={save} disabled={text === '' || error !== null}>
        {t('common:action.save')}
      </Button>
      {isSet && <Button onClick={() => onSave('')}>{t('common:action.remove')}</Button>}
    </div>
  )
}
