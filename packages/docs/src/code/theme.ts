/** The colours of code in guides: those of `code.css`, which the samples and responses have. */
const colours = {
  '#8ab8ff': ['keyword', 'storage', 'support.type.property-name', 'entity.name.tag', 'entity.name.command'],
  '#9fdcae': ['string', 'markup.inline.raw'],
  '#f3c27a': ['constant.numeric', 'constant.language', 'variable.language'],
  '#c7a6ff': ['keyword.operator', 'constant.other.option', 'constant.character.escape'],
  '#8793a9': ['comment', 'punctuation.definition.comment'],
}

export const codeTheme = {
  name: 'trading-network',
  type: 'dark' as const,
  colors: { 'editor.background': '#0f1522', 'editor.foreground': '#d5dcea' },
  settings: Object.entries(colours).map(([foreground, scope]) => ({ scope, settings: { foreground } })),
}
