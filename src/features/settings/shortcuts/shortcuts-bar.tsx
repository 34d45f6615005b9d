import { useState } from 'react'
import {
  Button,
  FileButton,
  KeyboardIcon,
  Kbd,
  Menu,
  SearchField,
  useTranslation,
} from '../../../ui/index.ts'
import { mainField } from '../../shared/page/index.ts'
import { presets, type Preset } from './presets.ts'
import { Recorder } from './recorder.tsx'

export type ShortcutsBarProps = {
  readonly query: string
  readonly onQuery: (query: string) => void
  /** The keys that were pressed to search; empty: none. */
  readonly pressed: string
  readonly onPressed: (keys: string) => void
  readonly onPreset: (preset: Preset) => void
  readonly onFile: (text: string) => void
  readonly onExport: () => void
  readonly onAddRule: () => void
  /** undefined: the user has no keys of their own. */
  readonly onReset: (() => void) | undefined
}

/** Searching by words or by pressing, and what concerns the whole keymap. */
export function ShortcutsBar(props: ShortcutsBarProps) {
  const { query, onQuery, pressed, onPressed, onPreset, onFile, onExport, onAddRule, onReset } = props
  const { t } = useTranslation(['shortcuts', 'app'])
  const [isPressing, setPressing] = useState(false)
  return (
    <div className="settings-shortcuts-bar">
      {isPressing ? (
        <Recorder
          label={t('app:keys.pressToSearch')}
          onPress={onPressed}
          onRecorded={(keys) => {
            onPressed(keys)
            setPressing(false)
          }}
          onLeave={() => setPressing(false)}
        />
      ) : (
        <SearchField
          {...mainField}
          label={t('app:keys.search')}
          value={query}
          onChange={(event) => onQuery(event.currentTarget.value)}
        />
      )}
      <div className="ui-buttons">
        <Button
          icon={<KeyboardIcon />}
          aria-pressed={isPressing || pressed !== ''}
          onClick={() => {
            onPressed('')
            setPressing(pressed === '' && !isPressing)
          }}
        >
          {pressed === '' ? t('app:keys.pressToSearch') : <Kbd keys={pressed} />}
        </Button>
        <Button onClick={onAddRule}>{t('app:keys.addRule')}</Button>
        <Menu
          label={t('app:keys.presets')}
          trigger={<Button>{t('app:keys.presets')}</Button>}
          items={presets.map((preset) => ({
            id: preset.id,
            label: t(`app:presets.${preset.id}`),
            onSelect: () => onPreset(preset),
          }))}
        />
        <FileButton accept="application/json,.json" onFile={async (chosen) => onFile(await chosen.text())}>
          {t('app:keys.import')}
        </FileButton>
        <Button onClick={onExport}>{t('app:keys.export')}</Button>
        <Button data-command-id="shortcuts:print">{t('app:keys.print')}</Button>
        {/* Not disabled, so that it keeps the focus after the reset. */}
        <Button aria-disabled={!onReset || undefined} onClick={onReset}>
          {t('app:keys.resetAll')}
        </Button>
      </div>
    </div>
  )
}
