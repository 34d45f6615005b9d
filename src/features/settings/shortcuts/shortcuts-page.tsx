import { useUnit } from 'effector-react'
import { useEffect, useRef, useState } from 'react'
import { canonicalPresses, type Command } from '../../../core/index.ts'
import {
  $keyRules,
  $overrides,
  infoNotified,
  keymapReplaced,
  overrideChanged,
  registry,
  ruleAdded,
  ruleRemoved,
} from '../../../model/app/index.ts'
import {
  $macros,
  $rebinding,
  keymapExported,
  macrosImported,
  rebindStarted,
  type Macro,
} from '../../../model/keys/index.ts'
import {
  commandTitle,
  Button,
  ConfirmDialog,
  EmptyState,
  keyText,
  Notice,
  useTranslation,
} from '../../../ui/index.ts'
import type { Keymap } from './conflicts-of.ts'
import { KeymapDialog } from './keymap-dialog.tsx'
import { formatKeymap, parseKeymap } from './keymap-file.ts'
import { RuleForm } from './rule-form.tsx'
import { RuleList } from './rule-list.tsx'
import { ShortcutRow } from './shortcut-row.tsx'
import { ShortcutsBar } from './shortcuts-bar.tsx'
import { useKeyRows } from './use-key-rows.ts'

type Undo = { readonly text: string; readonly before: Keymap }
/** A preset or a file, before it is applied. */
type Proposal = { readonly title: string; readonly after: Keymap; readonly macros: readonly Macro[] }

/** All commands by group with their keys, the user's rules, and presets. */
export function ShortcutsPage() {
  const { t } = useTranslation(['shortcuts', 'common', 'app'])
  const { commands, overrides, rules, macros, rebinding, ...events } = useUnit({
    commands: registry.$commands,
    overrides: $overrides,
    rules: $keyRules,
    macros: $macros,
    rebinding: $rebinding,
    change: overrideChanged,
    replace: keymapReplaced,
    addRule: ruleAdded,
    removeRule: ruleRemoved,
    importMacros: macrosImported,
    exported: keymapExported,
    notify: infoNotified,
    startRebinding: rebindStarted,
  })
  const keymap: Keymap = { overrides, rules }
  const content = useRef<HTMLDivElement>(null)
  const [query, setQuery] = useState('')
  const [pressed, setPressed] = useState('')
  const [undo, setUndo] = useState<Undo | null>(null)
  const [isConfirming, setConfirming] = useState(false)
  const [isAdding, setAdding] = useState(false)
  const [proposal, setProposal] = useState<Proposal | null>(null)

  const remember = (text: string) => setUndo({ text, before: keymap })
  const save = (command: Command, keys: string | null) => {
    remember(t('app:keys.changed', { command: commandTitle(command, t) }))
    events.change({ id: command.id, keys })
  }
  const { keysOf, rowOf, record } = useKeyRows(save)
  const { startRebinding } = events
  useEffect(() => {
    if (rebinding === null) return
    record(rebinding)
    startRebinding()
  }, [rebinding, startRebinding, record])
  const matches = (command: Command) => {
    const keys = keysOf(command)
    const searched = canonicalPresses(pressed).join(' ')
    if (
      pressed !== '' &&
      !keys.some((one) => `${canonicalPresses(one).join(' ')} `.startsWith(`${searched} `))
    )
      return false
    const text = [
      commandTitle(command, t),
      t(`groups.${command.group}`),
      command.id,
      ...keys,
      ...keys.map((one) => keyText(one)),
    ]
      .join(' ')
      .toLowerCase()
    return query
      .toLowerCase()
      .split(/\s+/)
      .every((word) => text.includes(word))
  }
  const openFile = (text: string) => {
    const file = parseKeymap(text)
    if (file) setProposal({ title: t('app:keys.importTitle'), after: file, macros: file.macros })
    else events.notify({ key: 'app:keys.unreadable' })
  }
  const groups = Map.groupBy([...commands.values()].filter(matches), ({ group }) => group)
  const own = Object.keys(overrides).length + rules.length
  return (
    <div ref={content} className="settings-shortcuts" tabIndex={-1}>
      <p className="ui-field-hint">{t('app:keys.words')}</p>
      <ShortcutsBar
        query={query}
        onQuery={setQuery}
        pressed={pressed}
        onPressed={setPressed}
        onPreset={({ id, rules: after }) =>
          setProposal({ title: t(`app:presets.${id}`), after: { overrides: {}, rules: after }, macros: [] })
        }
        onFile={openFile}
        onExport={() => events.exported(formatKeymap({ ...keymap, macros }))}
        onAddRule={() => setAdding(true)}
        onReset={own === 0 ? undefined : () => setConfirming(true)}
      />
      {undo && (
        <Notice
          tone="success"
          actions={
            <Button
              size="small"
              onClick={() => {
                events.replace(undo.before)
                setUndo(null)
                // The notice with the focused button goes.
                content.current?.focus({ preventScroll: true })
              }}
            >
              {t('app:keys.undo')}
            </Button>
          }
          dismissLabel={t('common:action.dismiss')}
          onDismiss={() => {
            setUndo(null)
            content.current?.focus({ preventScroll: true })
          }}
        >
          {undo.text}
        </Notice>
      )}
      <RuleList
        rules={rules}
        commands={commands}
        onRemove={(index) => {
          remember(t('app:keys.ruleRemoved'))
          events.removeRule(index)
        }}
      />
      {[...groups].map(([group, members]) => (
        <section key={group} className="settings-section" aria-label={t(`groups.${group}`)}>
          <h2>{t(`groups.${group}`)}</h2>
          {members.map((command) => (
            <ShortcutRow key={command.id} {...rowOf(command)} />
          ))}
        </section>
      ))}
      {groups.size === 0 && (
        <EmptyState title={t('app:keys.nothing', { query: query || keyText(pressed) })} />
      )}
      {isAdding && (
        <RuleForm
          commands={commands}
          keymap={keymap}
          onAdd={(rule) => {
            remember(t('app:keys.ruleAdded'))
            events.addRule(rule)
            setAdding(false)
          }}
          onClose={() => setAdding(false)}
        />
      )}
      {proposal && (
        <KeymapDialog
          title={proposal.title}
          commands={commands}
          before={keymap}
          after={proposal.after}
          onApply={() => {
            remember(t('app:keys.applied', { title: proposal.title }))
            events.replace(proposal.after)
            events.importMacros(proposal.macros)
            setProposal(null)
          }}
          onClose={() => setProposal(null)}
        />
      )}
      <ConfirmDialog
        open={isConfirming}
        title={t('app:keys.resetAllTitle')}
        description={t('app:keys.resetAllWords', { count: own })}
        confirmLabel={t('app:keys.resetAll')}
        cancelLabel={t('common:action.cancel')}
        onConfirm={() => {
          remember(t('app:keys.allReset'))
          events.replace({ overrides: {}, rules: [] })
          setConfirming(false)
        }}
        onCancel={() => setConfirming(false)}
      />
    </div>
  )
}
