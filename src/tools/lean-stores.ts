/**
 * effector gives each store two events, `updates` and `reinit`, and ties them to it; of the reader's 250 stores some twenty
 * are ever heard that way. In the build both are made when they are first named: at each start three units in ten fewer.
 */
import type { Plugin } from 'vite'

export const leanStores = (): Plugin => {
  let met = false
  return {
    name: 'lean-stores',
    apply: 'build',
    transform: {
      filter: { id: /\/effector\/effector\.mjs$/ },
      handler: (code) => {
        met = true
        return { code: lean(code), map: null }
      },
    },
    buildEnd: (error) => {
      if (!met && !error) throw new Error('The build has met no effector')
    },
  }
}

/**
 * @param code effector.mjs
 * @throws where it is not written as this knows it: another version has to be looked at
 */
export function lean(code: string): string {
  const [, updates = '', createEvent = ''] = found(code, /,(\w+)=(\w+)\(\{named:'updates',derived:1\}\);/)
  const [, derived = '', store = ''] = found(code, /(\w+)\|\|\((\w+)\.reinit=/)
  const [, own = ''] = found(code, new RegExp(`(\\w+)\\(${store},\\[${updates}\\]\\),`))
  const [, region = ''] = found(code, /\w+&&(\w+)&&\w+\(\w+\(\1\),\[\w+\]\)/)
  const later = `{get updates(){return unitLater(${store},'updates',1,e=>{${store}.graphite.next.push(e.graphite);${own}(${store},[e])})},get reinit(){return ${derived}?void 0:unitLater(${store},'reinit',0,e=>${store}.reset(e))},`
  const taken = [
    [`,${updates}=${createEvent}({named:'updates',derived:1});`, ';'],
    [`{updates:${updates},`, later],
    [`child:${updates},`, ''],
    [`${own}(${store},[${updates}]),`, ''],
    [`${derived}||(${store}.reinit=${createEvent}({named:'reinit'}),${store}.reset(${store}.reinit)),`, ''],
  ] as const
  const leaner = taken.reduce((text, [there, instead]) => {
    if (text.split(there).length !== 2) throw changed(there)
    return text.replace(there, () => instead)
  }, code)
  // Whoever names one first, a plugin for instance, may go again; it is the store's and stays.
  return `${leaner}
function unitLater(store,named,derived,join){const region=${region};${region}=null;try{const unit=${createEvent}({named,derived});Object.defineProperty(store,named,{value:unit});join(unit);return unit}finally{${region}=region}}`
}

function found(code: string, there: RegExp): RegExpExecArray {
  const at = there.exec(code)
  if (!at) throw changed(there.source)
  return at
}

const changed = (there: string): Error => new Error(`effector is written otherwise now, without ${there}`)
