import { $ } from '../../cli.js';

// The address of the public repository.
const repository = process.env.FERROTAPE_REPOSITORY;
const folder = `${process.env.HOME}/ferrotape`;

export default async () => {
  $(`rm -rf ${folder}`);
  $(`git clone --depth=1 ${repository} ${folder}`);
  const version = $(`git -C ${folder} rev-parse --short HEAD`).trim();
  $(`cd ${folder} && cargo build --locked --release -p ferrotape-cli`);
  $(`cp -f ${folder}/target/release/ferrotape ./ferrotape`);
  $(`rm -rf ${folder}`);
  return { version };
};
