import { useUnit } from 'effector-react'
import { useEffect, useState, type ReactNode } from 'react'
import { Link, useNavigate } from 'react-router'
import { registry } from '../../model/app/index.ts'
import { pluginSearchOpened } from '../../model/plugins/index.ts'
import { SearchField, useTranslation } from '../../ui/index.ts'
import { mainField } from '../shared/page/index.ts'
import { isShown } from '../shared/setting-fields/field.ts'
import type { SearchableSetting } from '../feature.ts'
import { contributed } from '../registry.ts'
import { $shownValues } from './forms/shown-values.ts'
import { findSettings, searchableSettings } from './searchable-settings.ts'

const $searchableSettings = contributed(({ searchableSettings: settings = [] }) => settings)

type SettingsSearchProps = {
  /** The screen begins with it. */
  readonly isMainField: boolean
  readonly children: ReactNode
}

/** Finds settings on all pages. While it has a text, what it finds replaces `children`, the list of pages. */
export function SettingsSearch({ isMainField, children }: SettingsSearchProps) {
  const { t } = useTranslation('settings')
  const values = useUnit($shownValues)
  const isEnhanced = values['enhancedSettings'] === true
  const [invoke, searchOpened] = useUnit([registry.commandInvoked, pluginSearchOpened])
  useEffect(() => searchOpened(), [searchOpened])
  const navigate = useNavigate()
  const [text, setText] = useState('')
  const ofFeatures = useUnit($searchableSettings)
  const settings = [...searchableSettings, ...ofFeatures].filter(
    ({ shownWhen }) => !shownWhen || isShown(shownWhen, values),
  )
  // A setting of a plugin may have no description.
  const found = findSettings(settings, text, (key) => t(key, { defaultValue: '' }))
  // A hidden setting leads to the switch that shows it.
  const addressOf = ({ page, name, enhanced }: SearchableSetting) =>
    enhanced && !isEnhanced ? '/settings/general#enhancedSettings' : `/settings/${page}#${name}`
  return (
    <>
      <search>
        <SearchField
          {...(isMainField && mainField)}
          label={t('search.label')}
          value={text}
          onChange={(event) => setText(event.currentTarget.value)}
          onKeyDown={(event) => {
            const [first] = found
            if (event.key === 'Enter' && first) void navigate(addressOf(first))
            if (event.key !== 'Escape') return
            event.preventDefault()
            event.stopPropagation()
            if (text === '') invoke({ id: 'layout:leave-screen', source: 'keyboard' })
            else setText('')
          }}
        />
      </search>
      {text.trim() === '' ? (
        children
      ) : (
        <ul aria-label={t('search.results')}>
          {found.map((one, at) => (
            <li key={one.label}>
              <Link className="settings-found" to={addressOf(one)} tabIndex={at === 0 ? 0 : -1}>
                <span>{t(one.label)}</span>
                <span>
                  {one.enhanced && !isEnhanced ? t('search.enhanced') : t(one.within ?? `pages.${one.page}`)}
                </span>
              </Link>
            </li>
          ))}
          {found.length === 0 && <li className="ui-field-hint">{t('search.nothing', { text })}</li>}
        </ul>
      )}
    </>
  )
}
