import { Command, type Option } from 'commander'

/** A command whose options can also come from the environment: `--max-delay` from `TRADING_NETWORK_MAX_DELAY`. */
export class OperatorCommand extends Command {
  constructor(name: string) {
    super(name)
    // A script with an unset variable sends "". Node would listen on all interfaces, and SQLite would store nothing.
    this.hook('preAction', () => {
      const empty = this.options.find(option => this.getOptionValue(option.attributeName()) === '')
      if (empty)
        this.error(`error: ${empty.long} (${empty.envVar}) is empty; give it a value, or leave it out`)
    })
  }

  override addOption(option: Option): this {
    const variable = `TRADING_NETWORK_${option.name().replaceAll('-', '_').toUpperCase()}`
    const value = process.env[variable]
    const isFlag = !option.required && !option.optional
    // commander sets a flag for any value, also for `false`.
    if (isFlag && value !== undefined && value !== 'true') {
      if (value !== 'false')
        this.hook('preAction', () => this.error(`error: ${variable} must be true or false`))
      return super.addOption(option)
    }
    return super.addOption(option.env(variable))
  }
}
