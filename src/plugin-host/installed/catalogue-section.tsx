import { useUnit } from 'effector-react'
import { useEffect, useRef, useState, type ReactNode } from 'react'
import type { CataloguePayload, PluginCatalogue } from '../../contract/plugin-catalogue.ts'
import { Button, TextField, useTranslation } from '../../ui/index.ts'
import {
  $cataloguePreview,
  $catalogues,
  catalogueAccepted,
  cataloguePreviewClosed,
  cataloguePreviewFx,
  cataloguePreviewRequested,
  catalogueRemoved,
  cataloguesRequested,
} from './catalogues.ts'
import { previewRequested } from './installed.ts'
import { permissionLabel } from './plugin-permissions.tsx'

/** Catalogues that the user has added, what they list, and a field for another. */
export function CatalogueSection() {
  const { t } = useTranslation('app')
  const { catalogues, preview, isLoading, request, look } = useUnit({
    catalogues: $catalogues,
    preview: $cataloguePreview,
    isLoading: cataloguePreviewFx.pending,
    request: cataloguesRequested,
    look: cataloguePreviewRequested,
  })
  useEffect(() => request(), [request])
  return (
    <div className="plugin-catalogues">
      <h3>{t('plugin.catalogue.title')}</h3>
      <p className="ui-field-hint">{t('plugin.catalogue.hint')}</p>
      <AddressField
        name="catalogue-address"
        label={t('plugin.catalogue.address')}
        button={t('plugin.catalogue.look')}
        busy={isLoading}
        onLook={look}
      />
      {preview && <CataloguePreview key={preview.key} catalogue={preview} />}
      {catalogues.map((catalogue) => (
        <Catalogue key={catalogue.address} catalogue={catalogue} />
      ))}
    </div>
  )
}

type AddressFieldProps = {
  readonly name: string
  readonly label: string
  readonly button: string
  readonly busy: boolean
  readonly onLook: (address: string) => void
  /** Further buttons. */
  readonly children?: ReactNode
}

/** An address at which something is looked at before it is added. */
export function AddressField({ name, label, button, busy, onLook, children }: AddressFieldProps) {
  const [address, setAddress] = useState('')
  const look = () => {
    if (address.trim() !== '') onLook(address.trim())
  }
  return (
    <div className="setting-with-buttons">
      <TextField
        label={label}
        type="url"
        name={name}
        value={address}
        onChange={(event) => setAddress(event.currentTarget.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter') look()
        }}
      />
      <Button onClick={look} busy={busy}>
        {button}
      </Button>
      {children}
    </div>
  )
}

type CatalogueProps = { readonly catalogue: PluginCatalogue }

/** Whose key it is has to be known before it is added. */
function CataloguePreview({ catalogue: { name, address, key, fingerprint, plugins } }: CatalogueProps) {
  const { t } = useTranslation('app')
  const [accept, close] = useUnit([catalogueAccepted, cataloguePreviewClosed])
  const group = useRef<HTMLDivElement>(null)
  useEffect(() => group.current?.focus(), [])
  return (
    <div
      ref={group}
      tabIndex={-1}
      className="plugin-preview"
      role="group"
      aria-label={t('plugin.catalogue.preview')}
    >
      <h4>{name}</h4>
      <p>{t('plugin.catalogue.count', { count: plugins.length })}</p>
      <p>{t('plugin.catalogue.fingerprint', { fingerprint })}</p>
      <p className="ui-field-hint">{t('plugin.catalogue.fingerprintHint')}</p>
      <div className="ui-buttons">
        <Button variant="primary" onClick={() => accept({ address, key })}>
          {t('plugin.catalogue.add')}
        </Button>
        <Button onClick={() => close()}>{t('common:action.cancel')}</Button>
      </div>
    </div>
  )
}

function Catalogue({ catalogue }: CatalogueProps) {
  const { t } = useTranslation('app')
  const { name, address, key, fingerprint, plugins } = catalogue
  const [accept, remove] = useUnit([catalogueAccepted, catalogueRemoved])
  return (
    <section className="plugin-installed" aria-label={name}>
      <h4>{name}</h4>
      <p className="ui-field-hint">{t('plugin.catalogue.from', { address, fingerprint })}</p>
      <ul className="ui-cards">
        {plugins.map((plugin) => (
          <ListedPlugin key={plugin.id} catalogue={key} plugin={plugin} />
        ))}
      </ul>
      <div className="ui-buttons">
        <Button onClick={() => accept({ address, key })}>{t('plugin.catalogue.fetch')}</Button>
        <Button variant="quiet" onClick={() => remove(address)}>
          {t('plugin.catalogue.remove')}
        </Button>
      </div>
    </section>
  )
}

/** What its newest version may do, and what its author's scan found; our own is shown before it is installed. */
function ListedPlugin({
  catalogue,
  plugin: { id, name, description, versions },
}: {
  readonly catalogue: string
  readonly plugin: CataloguePayload['plugins'][number]
}) {
  const { t, i18n } = useTranslation('app')
  const look = useUnit(previewRequested)
  const [newest] = versions
  if (!newest) return null
  const list = (items: readonly string[]) =>
    new Intl.ListFormat(i18n.language, { type: 'unit' }).format(items)
  const permissions = newest.permissions.map((one) => permissionLabel(one, t, {}))
  return (
    <li>
      <div className="ui-card-text">
        <p>
          <strong>{name}</strong>{' '}
          <span className="ui-field-hint">{t('plugin.catalogue.version', { version: newest.version })}</span>
        </p>
        <p>{description}</p>
        <p className="ui-field-hint">
          {permissions.length === 0
            ? t('plugin.permission.none')
            : `${t('plugin.permission.title')}: ${list(permissions)}`}
        </p>
        {newest.findings.map(({ kind, names }) => (
          <p key={kind} className="ui-field-hint">
            {t(`plugin.scan.${kind}`, { what: names.join(', ') })}
          </p>
        ))}
      </div>
      <Button size="small" onClick={() => look({ listed: { catalogue, plugin: id } })}>
        {t('plugin.catalogue.lookAt', { plugin: name })}
      </Button>
    </li>
  )
}
