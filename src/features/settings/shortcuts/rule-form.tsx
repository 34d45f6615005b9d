import { useState } from 'react'
import { foldCase } from '../../../core/fold-case.ts'
import {
  ExpressionError,
  parseArgument,
  parseExpression,
  type Command,
  type CommandArgs,
  type KeyRule,
} from '../../../core/index.ts'
import { commandTitle, Button, Dialog, Kbd, TextField, useTranslation } from '../../../ui/index.ts'
import { ChoiceBox } from '../../shared/choice-box.tsx'
import { ConflictList } from './conflict-list.tsx'
import { conflictsOf, type Keymap } from './conflicts-of.ts'
import { Recorder } from './recorder.tsx'

export type RuleFormProps = {
  readonly commands: ReadonlyMap<string, Command>
  readonly keymap: Keymap
  readonly onAdd: (rule: KeyRule) => void
  readonly onClose: () => void
}

/** The choice for keys that shall do nothing. */
const NOTHING = 'nothing'
/** Rows of the list of commands: letters find the others. */
const MAX_CHOICES = 50

/** Binds keys to a command with arguments, a condition and a count. */
export function RuleForm({ commands, keymap, onAdd, onClose }: RuleFormProps) {
  const { t } = useTranslation(['shortcuts', 'app', 'common'])
  const [keys, setKeys] = useState('')
  const [isRecording, setRecording] = useState(true)
  const [id, setId] = useState('entry:star')
  /** null: not chosen anew so far. */
  const [isChoosing, setChoosing] = useState<boolean | null>(null)
  const [searched, search] = useState('')
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [when, setWhen] = useState('')
  const [count, setCount] = useState('')
  const command = commands.get(id)
  const args = argsOf(command, texts)
  const whenError = expressionError(when)
  const number = /^[1-9]\d{0,3}$/.test(count) ? Number(count) : undefined
  const isValid = keys !== '' && whenError === undefined && (count === '' || number !== undefined)
  const rule: KeyRule = {
    keys,
    command: id === NOTHING ? null : id,
    ...(Object.keys(args).length > 0 && { args }),
    ...(when.trim() !== '' && whenError === undefined && { when: when.trim() }),
    ...(number !== undefined && { count: number }),
  }
  const conflicts = isValid ? conflictsWith(rule, commands, keymap) : []
  const chosen = command ? commandTitle(command, t) : t('app:keys.doNothing')
  const words = foldCase(searched).split(/\s+/)
  const choices = [
    { value: NOTHING, label: t('app:keys.doNothing') },
    ...[...commands.values()].map((one) => ({ value: one.id, label: commandTitle(one, t), detail: one.id })),
  ].filter(({ value, label }) => words.every((word) => foldCase(`${label} ${value}`).includes(word)))
  return (
    <Dialog
      open
      size="medium"
      title={t('app:keys.addRule')}
      closeLabel={t('common:action.close')}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('common:action.cancel')}</Button>
          <Button variant="primary" disabled={!isValid} onClick={() => onAdd(rule)}>
            {t('app:keys.addRule')}
          </Button>
        </>
      }
    >
      <div className="rule-form">
        {isRecording ? (
          <Recorder
            label={t('app:keys.press')}
            onRecorded={(recorded) => {
              setKeys(recorded)
              setRecording(false)
            }}
            onLeave={() => setRecording(false)}
          />
        ) : (
          <Button autoFocus onClick={() => setRecording(true)} aria-label={t('app:keys.press')}>
            {keys === '' ? t('app:keys.press') : <Kbd keys={keys} />}
          </Button>
        )}
        {isChoosing ? (
          <ChoiceBox
            label={t('app:keys.command')}
            written={searched}
            onWrite={search}
            choices={choices.slice(0, MAX_CHOICES)}
            onChoose={(value) => {
              setId(value)
              setTexts({})
              setChoosing(false)
            }}
          />
        ) : (
          <Button
            autoFocus={isChoosing === false}
            aria-label={t('app:keys.chooseCommand', { command: chosen })}
            onClick={() => {
              search('')
              setChoosing(true)
            }}
          >
            {chosen}
          </Button>
        )}
        {command?.args?.map((argument) => (
          <TextField
            key={argument.name}
            label={`${t(`shortcuts:${argument.title}`)} ${t('app:keys.optional')}`}
            value={texts[argument.name] ?? ''}
            onChange={(event) => setTexts({ ...texts, [argument.name]: event.currentTarget.value })}
          />
        ))}
        <TextField
          label={`${t('app:keys.when')} ${t('app:keys.optional')}`}
          placeholder="area == 'timeline' && !starred"
          value={when}
          error={whenError}
          onChange={(event) => setWhen(event.currentTarget.value)}
        />
        <TextField
          label={`${t('app:keys.count')} ${t('app:keys.optional')}`}
          inputMode="numeric"
          value={count}
          error={count !== '' && number === undefined ? t('app:palette.problems.number') : undefined}
          onChange={(event) => setCount(event.currentTarget.value)}
        />
        {conflicts.length > 0 && <ConflictList conflicts={conflicts} />}
      </div>
    </Dialog>
  )
}

/** The arguments that were filled in; their options cannot be looked up here, so texts of lists are ids. */
function argsOf(command: Command | undefined, texts: Readonly<Record<string, string>>): CommandArgs {
  const pairs = (command?.args ?? []).flatMap((argument) => {
    const text = texts[argument.name]?.trim() ?? ''
    if (text === '') return []
    const parsed = parseArgument({ ...argument, open: true }, text)
    return parsed.ok ? [[argument.name, parsed.value] as const] : [[argument.name, text] as const]
  })
  return Object.fromEntries(pairs)
}

function expressionError(text: string): string | undefined {
  if (text.trim() === '') return undefined
  try {
    parseExpression(text)
    return undefined
  } catch (error) {
    return error instanceof ExpressionError ? error.message : undefined
  }
}

const conflictsWith = (rule: KeyRule, commands: ReadonlyMap<string, Command>, { overrides, rules }: Keymap) =>
  conflictsOf(
    commands.values(),
    { overrides, rules: [...rules, rule] },
    ({ keys, own, command, when, args }) =>
      own &&
      keys === rule.keys &&
      (command?.id ?? null) === rule.command &&
      when === rule.when &&
      args === rule.args,
  )
