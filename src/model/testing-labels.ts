/** The labels of the fake server. */
import { isWithinLabel, labelKey, renamedWithin, type LabelColor } from '../contract/label-names.ts'

export type FakeLabel = { name: string; color: LabelColor | null; deleted?: boolean }
type Labelled = { readonly id: string; read: boolean; labels?: string[] }
type Named = { readonly name: string }

/** @param labels by key; those on entries are names of them */
export function labelHandlers(entries: readonly Labelled[], labels: Map<string, FakeLabel>) {
  const within = (name: string) =>
    [...labels].filter(([key]) => isWithinLabel(key, labelKey(name))).map(([, label]) => label)
  const setDeleted = ({ name }: Named, deleted: boolean) => {
    for (const label of within(name)) label.deleted = deleted
    return { code: 0 }
  }
  const ensure = (name: string, color: LabelColor | null = null) => {
    if (!labels.has(labelKey(name))) labels.set(labelKey(name), { name, color })
  }
  return {
    'labels.list': () => ({
      code: 0,
      data: [...labels.values()]
        .filter(({ deleted }) => !deleted)
        .map(({ name, color }) => {
          const ones = entries.filter((entry) =>
            entry.labels?.some((one) => isWithinLabel(labelKey(one), labelKey(name))),
          )
          const unread = ones.filter(({ read }) => !read).length
          return { name, color, createdAt: new Date(0).toISOString(), entries: ones.length, unread }
        }),
    }),
    'labels.create': ({ name, color }: Named & { color?: LabelColor | null }) => {
      ensure(name, color)
      return { code: 0 }
    },
    'labels.update': ({ name, to, color }: Named & { to?: string; color?: LabelColor | null }) => {
      for (const label of within(name)) {
        if (color !== undefined) label.color = color
        if (to === undefined) continue
        labels.delete(labelKey(label.name))
        const renamed = renamedWithin(label.name, name, to)
        for (const entry of entries)
          entry.labels = entry.labels?.map((one) => (one === label.name ? renamed : one))
        labels.set(labelKey(renamed), { ...label, name: renamed })
      }
      return { code: 0 }
    },
    'labels.delete': (input: Named) => setDeleted(input, true),
    'labels.restore': (input: Named) => setDeleted(input, false),
    'labels.add': ({ name, entryIds }: Named & { entryIds: string[] }) => {
      ensure(name)
      for (const entry of entries)
        if (entryIds.includes(entry.id)) entry.labels = [...new Set([...(entry.labels ?? []), name])]
      return { code: 0 }
    },
    'labels.remove': ({ name, entryIds }: Named & { entryIds: string[] }) => {
      for (const entry of entries)
        if (entryIds.includes(entry.id)) entry.labels = entry.labels?.filter((one) => one !== name)
      return { code: 0 }
    },
  }
}
